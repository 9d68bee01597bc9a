import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import { Box, Skeleton, Stack, Typography } from '@mui/material';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { errorText } from '#console/views/state/errorText.ts';
import { Notice } from '#console/views/state/Notice.tsx';
import { PeriodBar } from './PeriodBar.tsx';
import { PrintStyles } from './PrintStyles.tsx';
import { StatementSheet } from './StatementSheet.tsx';
import { StatementTools } from './StatementTools.tsx';
import { useStatement } from './useStatement.ts';

/** What the merchant's wallets held and what moved them, for the days in the address. */
export function StatementPage({ address, title }: { address: string; title: string }) {
  const { translate } = useFormatContext();
  const state = useStatement(address);
  const { data, error, isUpdating } = state;
  return (
    <Stack sx={{ gap: 2, minWidth: 0, maxWidth: 1120 }}>
      <PrintStyles />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography component="h1" variant="h5" sx={{ mr: 'auto' }}>
          {title}
        </Typography>
        <StatementTools state={state} />
      </Box>
      <PeriodBar state={state} />
      {error ? (
        <Notice
          role="alert"
          icon={<CloudOffOutlinedIcon />}
          title={translate('statement.failed')}
          text={errorText(error, translate)}
          action={{ label: translate('list.retry'), onClick: () => void state.refetch() }}
        />
      ) : data ? (
        <StatementSheet {...{ state, isUpdating }} statement={data} />
      ) : (
        <Skeleton aria-busy="true" variant="rounded" height={640} />
      )}
    </Stack>
  );
}

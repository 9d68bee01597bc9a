import { Alert, Box, Paper, Typography } from '@mui/material';
import { useGetIdentity } from 'react-admin';
import type { Statement } from '#shared/contract/statements.ts';
import { formatInZone } from '#shared/format/timeZone.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { Notice } from '#console/views/state/Notice.tsx';
import { CurrencyBlock } from './CurrencyBlock.tsx';
import { PRINTED } from './PrintStyles.tsx';
import type { StatementState } from './useStatement.ts';

interface StatementSheetProps {
  statement: Statement;
  state: StatementState;
  /** Other days are on their way. */
  isUpdating: boolean;
}

/** The statement as it also goes on paper. */
export function StatementSheet({ statement, state, isUpdating }: StatementSheetProps) {
  const { translate } = useFormatContext();
  const { period, today, statements } = statement;
  return (
    <Paper
      {...PRINTED}
      component="article"
      variant="outlined"
      aria-label={translate('statement.title')}
      aria-busy={isUpdating}
      sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, minWidth: 0 }}
    >
      <SheetHead statement={statement} />
      {period.to >= today && <Alert severity="info">{translate('statement.not_over')}</Alert>}
      {statements.map((one) => (
        <CurrencyBlock key={one.currency} {...{ statement, state }} of={one} />
      ))}
      {statements.length === 0 && <Notice title={translate('statement.no_wallet')} />}
    </Paper>
  );
}

function SheetHead({ statement }: { statement: Statement }) {
  const { translate } = useFormatContext();
  const { identity } = useGetIdentity();
  const { merchant, period, time_zone, generated_at } = statement;
  const time = formatInZone(new Date(generated_at), time_zone);
  return (
    <Box
      component="header"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1.5, justifyContent: 'space-between' }}
    >
      <Box>
        <Typography component="p" variant="subtitle1" sx={{ fontWeight: 600 }}>
          {merchant.name}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('statement.merchant_no')} {merchant.merchant_no}
        </Typography>
      </Box>
      <Box sx={{ textAlign: { sm: 'right' } }}>
        <Typography component="h2" variant="h6">
          {translate('statement.title')}{' '}
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            {inWords(period)}
          </Box>
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('statement.days', { zone: time_zone })}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('statement.generated', { time, name: identity?.fullName ?? '' })}
        </Typography>
      </Box>
    </Box>
  );
}

const inWords = ({ from, to }: Statement['period']) => (from === to ? from : `${from} – ${to}`);

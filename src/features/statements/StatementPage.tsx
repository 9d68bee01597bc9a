import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import { Box, Skeleton, Stack, Typography, Button } from '@mui/material';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { errorText } from '#console/ui/FailureAlert.tsx';
import { Notice } from '#console/ui/Notice.tsx';
import type { StatementFormat } from '#shared/contract/statements.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { saveFile } from '#console/resource/record/saveFile.ts';
import { useResourcePlace } from '#console/resource/resourcePlaces.ts';
import { PeriodBar } from './PeriodBar.tsx';
import { PrintStyles, StatementSheet } from './StatementSheet.tsx';
import { useStatement, parametersOf, type StatementState } from './useStatement.ts';

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

const FORMATS = ['csv', 'xlsx'] as const;

/** Takes the statement that is shown out of the console. */
function StatementTools({ state: { data, query } }: { state: StatementState }) {
  const { translate } = useFormatContext();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const canExport = useResourcePlace('statements')?.permissions.includes('statements.export') ?? false;
  const [saving, setSaving] = useState<StatementFormat | null>(null);
  async function save(format: StatementFormat): Promise<void> {
    setSaving(format);
    try {
      const { name, content } = await dataProvider.statementFile({
        ...parametersOf({ ...query, ...data?.period }),
        format,
      });
      saveFile(content, name ?? `statement.${format}`);
      notify('exporting.done', { type: 'success', messageArgs: { name: name ?? format } });
    } catch (error) {
      if (error instanceof Error) notify(errorText(error, translate), { type: 'error' });
    } finally {
      setSaving(null);
    }
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {canExport &&
        FORMATS.map((format) => (
          <Button
            key={format}
            variant="outlined"
            size="small"
            startIcon={<DownloadIcon />}
            loading={saving === format}
            loadingPosition="start"
            disabled={!data}
            onClick={() => void save(format)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      <Button
        variant="outlined"
        size="small"
        startIcon={<PrintIcon />}
        disabled={!data}
        onClick={() => {
          window.print();
        }}
      >
        {translate('statement.print')}
      </Button>
    </Box>
  );
}

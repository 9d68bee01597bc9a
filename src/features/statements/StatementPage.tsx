import { Box, Button, Menu, MenuItem, Skeleton, Stack, Typography } from '@mui/material';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import { useId, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { LoadFailure } from '#console/ui/LoadFailure.tsx';
import { PageCommand } from '#console/ui/pageCommands.ts';
import { useMutationWithToast } from '#console/ui/useMutationWithToast.ts';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { saveFile } from '#console/resource/record/saveFile.ts';
import { useResourcePlace } from '#console/resource/resourcePlaces.ts';
import { PeriodBar } from './PeriodBar.tsx';
import { PrintStyles, StatementSheet } from './StatementSheet.tsx';
import { useStatement, parametersOf, type StatementState } from './useStatement.ts';

/** Balances and movements of the merchant's wallets for the days in the address. */
export function StatementPage({ address, title }: { address: string; title: string }) {
  const state = useStatement(address);
  const { data, error } = state;
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
        <LoadFailure title="statement.failed" error={error} onRetry={state.refetch} />
      ) : data ? (
        <StatementSheet state={state} statement={data} />
      ) : (
        <Skeleton aria-busy="true" variant="rounded" height={640} />
      )}
    </Stack>
  );
}

/** Files of a statement, by the translation key `statement.<key>`. */
const FILES = [
  { key: 'download_pdf', content: 'export', format: 'pdf' },
  { key: 'download_csv', content: 'export', format: 'csv' },
  { key: 'download_xlsx', content: 'export', format: 'xlsx' },
  { key: 'entries_csv', content: 'entries', format: 'csv' },
  { key: 'entries_xlsx', content: 'entries', format: 'xlsx' },
] as const;

/** Downloads and prints the shown statement. */
function StatementTools({ state: { data, query } }: { state: StatementState }) {
  const { translate } = useFormatContext();
  const canExport = useResourcePlace('statements')?.permissions.includes('statements.export') ?? false;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {canExport && (
        <DownloadMenu query={parametersOf({ ...data?.period, ...query })} isDisabled={data === undefined} />
      )}
      <Button variant="outlined" size="small" startIcon={<PrintIcon />} disabled={!data} onClick={printPage}>
        {translate('statement.print')}
      </Button>
      {data && <PageCommand label={translate('statement.print')} Icon={PrintIcon} run={printPage} />}
    </Box>
  );
}

function printPage(): void {
  window.print();
}

function DownloadMenu({ query, isDisabled }: { query: Record<string, string>; isDisabled: boolean }) {
  const { translate } = useFormatContext();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { mutate: save, isPending } = useMutationWithToast({
    async mutationFn({ content, format }: (typeof FILES)[number]) {
      const file = await dataProvider.statementFile(content, { ...query, format });
      const name = file.name ?? `statement.${format}`;
      saveFile(file.content, name);
      notify('exporting.done', { type: 'success', messageArgs: { name } });
    },
  });
  const label = translate('statement.download');
  return (
    <>
      <Button
        id={id}
        variant="outlined"
        size="small"
        startIcon={<DownloadIcon />}
        loading={isPending}
        loadingPosition="start"
        disabled={isDisabled}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {label}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': id }, paper: { role: 'region', 'aria-labelledby': id } }}
      >
        {FILES.map((file) => (
          <MenuItem
            key={file.key}
            onClick={() => {
              setAnchor(null);
              save(file);
            }}
          >
            {translate(`statement.${file.key}`)}
          </MenuItem>
        ))}
      </Menu>
      {!isDisabled &&
        FILES.map((file) => (
          <PageCommand
            key={file.key}
            label={translate('list.labelled', { label, text: translate(`statement.${file.key}`) })}
            Icon={DownloadIcon}
            run={() => save(file)}
          />
        ))}
    </>
  );
}

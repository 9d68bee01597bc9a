import MoreIcon from '@mui/icons-material/ArrowDropDown';
import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined';
import BeforeIcon from '@mui/icons-material/ChevronLeft';
import AfterIcon from '@mui/icons-material/ChevronRight';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import {
  Box,
  Button,
  ButtonGroup,
  IconButton,
  Menu,
  MenuItem,
  Skeleton,
  Stack,
  TextField,
  Tooltip,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { LONGEST_STATEMENT, statementEntries, statementExport } from '#shared/contract/statements.ts';
import { dayInZone, tenantZone } from '@merchant-console/declaration';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { PeriodEnds, PresetButtons } from '#console/features/figures/PeriodEnds.tsx';
import { useFormatContext, useResourcePlace } from '@merchant-console/ra-declared';
import { LoadFailure, PageCommand, saveFile, useMutationWithToast } from '@merchant-console/ra-declared/internal';
import { PrintStyles } from '#console/ui/PrintStyles.tsx';
import { StatementSheet } from './StatementSheet.tsx';
import { PERIODS, neighbour, parametersOf, useStatement, type StatementState } from './useStatement.ts';

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

/** Files of a statement, by the translation key `statement.<key>`. The first has a button of its own. */
const FILES = [
  { key: 'download_pdf', call: statementExport, format: 'pdf' },
  { key: 'download_csv', call: statementExport, format: 'csv' },
  { key: 'download_xlsx', call: statementExport, format: 'xlsx' },
  { key: 'entries_csv', call: statementEntries, format: 'csv' },
  { key: 'entries_xlsx', call: statementEntries, format: 'xlsx' },
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
    async mutationFn({ call, format }: (typeof FILES)[number]) {
      const file = await dataProvider.fetchFile(call, { query: { ...query, format } });
      const name = file.name ?? `statement.${format}`;
      saveFile(file.content, name);
      notify('exporting.done', { type: 'success', messageArgs: { name } });
    },
  });
  const label = translate('statement.download');
  return (
    <>
      <ButtonGroup variant="outlined" size="small" disabled={isDisabled || isPending}>
        <Button startIcon={<DownloadIcon />} loading={isPending} loadingPosition="start" onClick={() => save(FILES[0])}>
          {translate('statement.save_pdf')}
        </Button>
        <Button
          id={id}
          aria-label={translate('statement.other_files')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={{ px: 0.5 }}
        >
          <MoreIcon />
        </Button>
      </ButtonGroup>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': id }, paper: { role: 'region', 'aria-labelledby': id } }}
      >
        {FILES.slice(1).map((file) => (
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

/** Selects days and currency. */
function PeriodBar({ state }: { state: StatementState }) {
  const { translate, clock, currencyData } = useFormatContext();
  const { data, choosePeriod } = state;
  const today = data?.today ?? dayInZone(clock.now(), tenantZone(currencyData));
  const period = state.period ?? PERIODS.yesterday(today);
  const step = (direction: -1 | 1, label: string) => {
    const next = neighbour(period, direction, today);
    const Icon = direction === -1 ? BeforeIcon : AfterIcon;
    return (
      <Tooltip title={label}>
        <span>
          <IconButton size="small" aria-label={label} disabled={!next} onClick={() => next && choosePeriod(next)}>
            <Icon />
          </IconButton>
        </span>
      </Tooltip>
    );
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <PresetButtons
        name={translate('statement.period')}
        presets={PERIODS}
        today={today}
        period={period}
        textOf={(key) => translate(`statement.${key}`)}
        onChoose={choosePeriod}
      />
      {Object.entries(PERIODS).map(([key, daysOf]) => (
        <PageCommand
          key={key}
          label={translate(`statement.${key}`)}
          Icon={CalendarIcon}
          run={() => choosePeriod(daysOf(today))}
        />
      ))}
      <Box sx={DAYS_IN_A_LINE}>
        {step(-1, translate('statement.previous_day'))}
        <PeriodEnds period={period} today={today} longest={LONGEST_STATEMENT} onChange={choosePeriod} />
        {step(1, translate('statement.next_day'))}
      </Box>
      {data && data.currencies.length > 1 && (
        <TextField
          select
          label={translate('statement.currency')}
          value={state.currency ?? ''}
          onChange={({ target }) => state.chooseCurrency(target.value === '' ? null : target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: 140 }}
        >
          <MenuItem value="">{translate('statement.all_currencies')}</MenuItem>
          {data.currencies.map((currency) => (
            <MenuItem key={currency} value={currency}>
              {currency}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Box>
  );
}

/** On a phone the days shrink, so that the steps stay beside them. */
const DAYS_IN_A_LINE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 0.5,
  rowGap: 1,
  '& > .MuiTextField-root': { flex: { xs: '1 1 118px', sm: 'none' }, width: { xs: 'auto', sm: 150 }, maxWidth: 150 },
} as const;

import BeforeIcon from '@mui/icons-material/ChevronLeft';
import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined';
import AfterIcon from '@mui/icons-material/ChevronRight';
import { Box, IconButton, MenuItem, TextField, Tooltip } from '@mui/material';
import { tenantZone } from '#shared/contract/session.ts';
import { LONGEST_STATEMENT } from '#shared/contract/statements.ts';
import { dayInZone } from '#shared/format/timeZone.ts';
import { PeriodEnds } from '#console/features/figures/PeriodEnds.tsx';
import { PresetButtons } from '#console/features/figures/PresetButtons.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { PageCommand } from '#console/ui/pageCommands.ts';
import { neighbour, PERIODS, type StatementState } from './useStatement.ts';

/** Selects days and currency. */
export function PeriodBar({ state }: { state: StatementState }) {
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
          size="small"
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

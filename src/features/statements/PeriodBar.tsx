import BeforeIcon from '@mui/icons-material/ChevronLeft';
import AfterIcon from '@mui/icons-material/ChevronRight';
import { Box, IconButton, MenuItem, TextField, Tooltip } from '@mui/material';
import { useState } from 'react';
import { dayInZone } from '#shared/format/timeZone.ts';
import { PresetButtons } from '#console/features/figures/PresetButtons.tsx';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { CalendarButton } from '#console/fields/datetime/CalendarButton.tsx';
import { readCalendarText } from '#console/fields/datetime/calendarText.ts';
import { neighbour, PERIODS, withEnd, type Period, type StatementState } from './useStatement.ts';

/** Which days, and which currency. */
export function PeriodBar({ state }: { state: StatementState }) {
  const { translate, clock, currencyData } = useFormatContext();
  const { data, choosePeriod } = state;
  const today = data?.today ?? dayInZone(clock.now(), currencyData.time_zone);
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
        {...{ today, period }}
        textOf={(key) => translate(`statement.${key}`)}
        onChoose={choosePeriod}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, rowGap: 1 }}>
        {step(-1, translate('statement.previous_day'))}
        <Ends {...{ period, today }} onChange={choosePeriod} />
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

interface EndsProps {
  period: Period;
  today: string;
  onChange(period: Period): void;
}

function Ends({ period, today, onChange }: EndsProps) {
  const { translate } = useFormatContext();
  return (['from', 'to'] as const).map((end) => (
    <DayField
      key={`${end} ${period[end]}`}
      label={translate(`statement.${end}`)}
      day={period[end]}
      last={today}
      onChange={(day) => onChange(withEnd(period, end, day))}
    />
  ));
}

const FIRST_DAY = '2000-01-01';

interface DayFieldProps {
  label: string;
  day: string;
  /** The last day that can be chosen. */
  last: string;
  onChange(day: string): void;
}

/** A day to be typed or chosen. A typed one takes effect when the user leaves the field or presses Enter. */
function DayField({ label, day, last, onChange }: DayFieldProps) {
  const { translate } = useFormatContext();
  const [typed, setTyped] = useState(day);
  const meant = possibleDay(typed, last);
  const settle = (text: string) => {
    const chosen = possibleDay(text, last);
    setTyped(chosen ?? day);
    if (chosen !== null && chosen !== day) onChange(chosen);
  };
  return (
    <TextField
      size="small"
      label={label}
      value={typed}
      error={meant === null}
      placeholder={translate('fieldTypes.day_format')}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => settle(typed)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') settle(typed);
      }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { autoComplete: 'off' },
        input: {
          endAdornment: (
            <CalendarButton kind="date" label={label} text={typed} min={FIRST_DAY} max={last} onPick={settle} />
          ),
        },
      }}
      sx={{ width: { xs: 140, sm: 150 } }}
    />
  );
}

function possibleDay(typed: string, last: string): string | null {
  const day = readCalendarText(typed, 'date');
  return day !== null && day >= FIRST_DAY && day <= last ? day : null;
}

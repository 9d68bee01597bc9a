import { useState } from 'react';
import { addDays, type Period } from '@merchant-console/declaration';
import { useFormatContext } from '@merchant-console/ra-declared';
import { type DatePresets, DayInput, presetOf, readCalendarText } from '@merchant-console/ra-declared/internal';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';

interface PeriodEndsProps {
  period: Period;
  /** The latest day that can be chosen. */
  today: string;
  /** Maximum number of days. */
  longest: number;
  onChange(period: Period): void;
}

/** The first and the last day of a period. */
export function PeriodEnds({ period, today, longest, onChange }: PeriodEndsProps) {
  const { translate } = useFormatContext();
  return (['from', 'to'] as const).map((end) => (
    <DayField
      key={`${end} ${period[end]}`}
      label={translate(`statement.${end}`)}
      day={period[end]}
      last={today}
      onChange={(day) => onChange(withEnd(period, longest, end, day))}
    />
  ));
}

const FIRST_DAY = '2000-01-01';

interface DayFieldProps {
  label: string;
  day: string;
  /** The latest day that can be chosen. */
  last: string;
  onChange(day: string): void;
}

/** Input of a day. A typed day takes effect on blur or Enter. */
function DayField({ label, day, last, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(day);
  const meant = possibleDay(typed, last);
  const settle = (text: string) => {
    const chosen = possibleDay(text, last);
    setTyped(chosen ?? day);
    if (chosen !== null && chosen !== day) onChange(chosen);
  };
  return (
    <DayInput
      label={label}
      value={typed}
      min={FIRST_DAY}
      max={last}
      fullWidth={false}
      error={meant === null}
      onChange={setTyped}
      onPick={settle}
      onBlur={() => settle(typed)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') settle(typed);
      }}
      sx={narrowOnPhone}
    />
  );
}

/** A phone's larger text needs the room that the padding leaves otherwise. */
const narrowOnPhone = {
  width: { xs: 140, sm: 150 },
  '& .MuiInputBase-root': { pr: { xs: 0.5, sm: 1.75 } },
  '& .MuiInputBase-input': { pl: { xs: 1, sm: 1.75 } },
} as const;

function possibleDay(typed: string, last: string): string | null {
  const day = readCalendarText(typed, 'date');
  return day !== null && day >= FIRST_DAY && day <= last ? day : null;
}

/** Replaces one end of the period. Moves the other end if the period would be too long or in the wrong order. */
export function withEnd(period: Period, longest: number, end: 'from' | 'to', day: string): Period {
  if (end === 'from') return { from: day, to: within(period.to, day, addDays(day, longest - 1)) };
  return { from: within(period.from, addDays(day, 1 - longest), day), to: day };
}

function within(day: string, first: string, last: string): string {
  if (day < first) return first;
  return day > last ? last : day;
}

interface PresetButtonsProps {
  /** Accessible name of the group. */
  name: string;
  presets: DatePresets;
  today: string;
  period: Period;
  textOf(key: string): string;
  onChoose(range: Period): void;
}

/** Buttons for common periods. The current one is pressed. */
export function PresetButtons({ name, presets, today, period, textOf, onChoose }: PresetButtonsProps) {
  return (
    <ToggleChoice
      label={name}
      choices={Object.keys(presets)}
      value={presetOf(period, today, presets)}
      textOf={textOf}
      onChoose={(key) => presets[key] && onChoose(presets[key](today))}
    />
  );
}

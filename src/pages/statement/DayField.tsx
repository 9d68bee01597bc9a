import { TextField } from '@mui/material';
import { useState } from 'react';
import { CalendarButton } from '#console/fieldTypes/datetime/CalendarButton.tsx';
import { readCalendarText } from '#console/fieldTypes/datetime/calendarText.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

const FIRST_DAY = '2000-01-01';

interface DayFieldProps {
  label: string;
  day: string;
  /** The last day that can be chosen. */
  last: string;
  onChange(day: string): void;
}

/** A day to be typed or chosen. A typed one takes effect when the user leaves the field or presses Enter. */
export function DayField({ label, day, last, onChange }: DayFieldProps) {
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

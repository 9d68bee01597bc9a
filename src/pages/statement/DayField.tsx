import { TextField } from '@mui/material';
import { useState } from 'react';
import { isDay } from '#shared/declaration/dayAndInstant.ts';

const FIRST_DAY = '2000-01-01';

interface DayFieldProps {
  label: string;
  day: string;
  /** The last day that can be chosen. */
  last: string;
  onChange(day: string): void;
}

/** A day to be typed or chosen. It counts once it is left or confirmed: while somebody types a year, it is many days. */
export function DayField({ label, day, last, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(day);
  const isPossible = isDay(typed) && typed >= FIRST_DAY && typed <= last;
  const settle = () => {
    if (!isPossible) setTyped(day);
    else if (typed !== day) onChange(typed);
  };
  return (
    <TextField
      type="date"
      size="small"
      label={label}
      value={typed}
      error={!isPossible}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={settle}
      onKeyDown={({ key }) => {
        if (key === 'Enter') settle();
      }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: FIRST_DAY, max: last } }}
      sx={{ width: { xs: 132, sm: 150 } }}
    />
  );
}

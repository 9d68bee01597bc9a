import { TextField } from '@mui/material';

/** Days that a filter takes; years of five digits can't be written as the wire wants them. */
export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '2999-12-31';

interface DayInputProps {
  label: string;
  value: string;
  problem?: string;
  onChange(day: string): void;
}

export function DayInput({ label, value, problem = '', onChange }: DayInputProps) {
  return (
    <TextField
      type="date"
      size="small"
      fullWidth
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={problem !== ''}
      helperText={problem}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: FIRST_DAY, max: LAST_DAY } }}
    />
  );
}

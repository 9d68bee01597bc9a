import { TextField } from '@mui/material';
import { CalendarButton } from '../datetime/CalendarButton.tsx';
import { useFormatContext } from '../FormatContext.ts';

/** Days that a filter takes; years of five digits can't be written as the wire wants them. */
export const FIRST_DAY = '1970-01-01';
export const LAST_DAY = '2999-12-31';

interface DayInputProps {
  label: string;
  /** As it was typed; `readCalendarText` reads it. */
  value: string;
  problem?: string;
  onChange(text: string): void;
}

export function DayInput({ label, value, problem = '', onChange }: DayInputProps) {
  const { translate } = useFormatContext();
  return (
    <TextField
      size="small"
      fullWidth
      label={label}
      value={value}
      placeholder={translate('fieldTypes.day_format')}
      onChange={(event) => onChange(event.target.value)}
      error={problem !== ''}
      helperText={problem}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { autoComplete: 'off' },
        input: {
          endAdornment: (
            <CalendarButton kind="date" label={label} text={value} min={FIRST_DAY} max={LAST_DAY} onPick={onChange} />
          ),
        },
      }}
    />
  );
}

import { InputAdornment, TextField } from '@mui/material';
import { useFormatContext } from '../FormatContext.ts';
import type { NumberProblem } from './readTypedNumbers.ts';

interface NumberInputProps {
  label: string;
  unit: string;
  value: string;
  problem: NumberProblem | null;
  autoFocus: boolean;
  onChange(text: string): void;
}

/** A number as text: a number input would round what it can't hold. */
export function NumberInput({ label, unit, value, problem, autoFocus, onChange }: NumberInputProps) {
  const { translate } = useFormatContext();
  return (
    <TextField
      size="small"
      fullWidth
      autoFocus={autoFocus}
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={problem !== null}
      helperText={problem && translate(`amount.${problem}`)}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: { endAdornment: unit && <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  );
}

import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material';
import { useId } from 'react';

interface RadioChoiceProps<T extends string> {
  label: string;
  value: T;
  /** Names by value, in order. */
  choices: Partial<Record<NoInfer<T>, string>>;
  disabled: boolean;
  onChange(value: NoInfer<T>): void;
}

/** One of few. */
export function RadioChoice<T extends string>({ label, value, choices, disabled, onChange }: RadioChoiceProps<T>) {
  const labelId = useId();
  const values: string[] = Object.keys(choices);
  const isChoice = (text: string): text is T => values.includes(text);
  return (
    <FormControl disabled={disabled}>
      <FormLabel id={labelId} sx={{ fontSize: '0.8125rem' }}>
        {label}
      </FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={value}
        onChange={(_event, chosen) => {
          if (isChoice(chosen)) onChange(chosen);
        }}
      >
        {Object.entries<string | undefined>(choices).map(([id, name]) => (
          <FormControlLabel key={id} value={id} control={<Radio size="small" />} label={name} />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

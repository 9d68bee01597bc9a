import { InputAdornment, TextField } from '@mui/material';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { scaleOfCurrency } from '#shared/money/scaleOfCurrency.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { readTypedNumber, showTypedNumber } from '#console/fieldTypes/inputs/readTypedNumber.ts';
import { useBoundField } from '#console/fieldTypes/inputs/useBoundField.ts';
import { useTyped } from '#console/fieldTypes/inputs/useTyped.ts';

interface AmountInputProps {
  field: Field;
  label: string;
  /** Asks for the amount when there is none. */
  prompt: string;
  currency: string;
  /** What the server says against it, where the input itself finds nothing wrong. */
  refusal: string | null;
  /** Stands below while nothing is wrong. */
  hint: ReactNode;
}

/** An amount of money in large figures. Its value in the form is digits of minor units, exact up to 2^63 - 1. */
export function AmountInput({ field, label, prompt, currency, refusal, hint }: AmountInputProps) {
  const { currencyData } = useFormatContext();
  const scale = scaleOfCurrency(currency, currencyData);
  const bound = useBoundField(field, prompt);
  const typed = useTyped(bound.value, bound.change, {
    read: (text) => readTypedNumber(text, { scale, signed: false }),
    show: (value) => showTypedNumber(value, scale),
  });
  // What stands there is what the person means, also after a channel of another currency has been chosen.
  const lastScale = useRef(scale);
  useEffect(() => {
    if (lastScale.current === scale) return;
    lastScale.current = scale;
    if (typed.text !== '') typed.type(typed.text.replace(/\.0+$/, ''));
  });
  const problem = bound.problem ?? refusal;
  return (
    <TextField
      fullWidth
      name={bound.name}
      label={label}
      required
      value={typed.text}
      inputRef={bound.ref}
      onChange={(event) => typed.type(event.target.value)}
      onBlur={() => {
        typed.tidy();
        bound.blur();
      }}
      error={problem !== null}
      helperText={problem ?? hint}
      placeholder={showTypedNumber('0', scale)}
      slotProps={{
        htmlInput: {
          ...{ required: false, 'aria-required': true, autoComplete: 'off' },
          inputMode: scale === 0 ? 'numeric' : 'decimal',
        },
        input: { endAdornment: <InputAdornment position="end">{currency}</InputAdornment> },
        inputLabel: { shrink: true },
        formHelperText: { component: 'div' },
      }}
      sx={{
        '& .MuiInputBase-root': { height: 64 },
        '& input': { fontSize: '1.75rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums', py: 0 },
      }}
    />
  );
}

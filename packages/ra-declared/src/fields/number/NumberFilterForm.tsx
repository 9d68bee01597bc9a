import { Stack, TextField, InputAdornment } from '@mui/material';
import { useState } from 'react';
import {
  decimalText,
  decimalUnits,
  formatAmount,
  MAX_AMOUNT,
  MAX_DECIMAL,
  parseAmount,
  type AmountProblem,
  type ParsedAmount,
  scaleByIso,
  scaleOfCurrency,
  type Field,
} from '@merchant-console/declaration';
import type { FilterControlProps, FilterValue } from '../FieldTypeDefinition.ts';
import { useFormatContext, type FormatContext } from '../../ui/FormatContext.ts';
import { FilterForm } from '../filters/FilterForm.tsx';
import { filterKeys, filterValues, MAX_INTEGER } from '../filters/filterValues.ts';

interface NumberFormProps extends FilterControlProps {
  onClose(): void;
}

/** Form with one input, or two for a range. Problems are shown at their input when the filter is applied. */
function NumberFilterForm({ notation, ...props }: NumberFormProps & { notation: NumberNotation }) {
  const { field, label, filter, currency, onChange, onClose } = props;
  const context = useFormatContext();
  const [code, setCode] = useState(currency?.code ?? context.currencyData.currency);
  const [isUnknown, setIsUnknown] = useState(false);
  const scale = notation.scale(context, code, field);
  const filteredBy = currency?.filteredBy ?? null;
  const keys = filterKeys(field);
  const [typed, setTyped] = useState(() =>
    keys.map(
      (key) =>
        filterValues(filter, key).map((value) => formatAmount(notation.toDigits(String(value), scale), scale))[0] ?? '',
    ),
  );
  const [problems, setProblems] = useState<readonly (NumberProblem | null)[]>([]);
  const labels = keys.length === 1 ? [label] : [context.translate('filters.min'), context.translate('filters.max')];

  const apply = () => {
    const read = readTypedNumbers(typed, scale, notation.max);
    setProblems(read.problems);
    const isNone = filteredBy !== null && scaleByIso(code) === null;
    setIsUnknown(isNone);
    if (isNone || read.problems.some((problem) => problem !== null)) return;
    const ends = keys.flatMap((key, end) => {
      const digits = read.digits[end] ?? null;
      return digits === null ? [] : [[key, notation.toWire(digits, scale)] as const];
    });
    onChange(Object.fromEntries(ends.length > 0 && filteredBy !== null ? [...ends, [filteredBy, code]] : ends));
    onClose();
  };

  return (
    <FilterForm onApply={apply} onCancel={onClose}>
      <Stack direction="row" spacing={1.5} sx={{ width: keys.length === 1 ? 220 : 380, maxWidth: '100%' }}>
        {keys.map((key, end) => (
          <NumberInput
            key={key}
            autoFocus={end === 0}
            label={labels[end] ?? label}
            unit={notation.unit(code)}
            value={typed[end] ?? ''}
            problem={problems[end] ?? null}
            scale={scale}
            onChange={(text) => setTyped(typed.with(end, text))}
          />
        ))}
      </Stack>
      {filteredBy !== null && (
        <TextField
          label={context.translate('fields.currency')}
          value={code}
          onChange={(event) => setCode(event.target.value.trim().toUpperCase())}
          error={isUnknown}
          helperText={isUnknown && context.translate('amount.currency')}
          slotProps={{ htmlInput: { maxLength: 3, autoComplete: 'off' } }}
          sx={{ mt: 1.5, width: 220, maxWidth: '100%' }}
        />
      )}
    </FilterForm>
  );
}

export const AmountForm = (props: NumberFormProps) => <NumberFilterForm {...props} notation={amountNotation} />;
export const IntegerForm = (props: NumberFormProps) => <NumberFilterForm {...props} notation={integerNotation} />;
export const DecimalForm = (props: NumberFormProps) => <NumberFilterForm {...props} notation={decimalNotation} />;
export const RateForm = (props: NumberFormProps) => <NumberFilterForm {...props} notation={rateNotation} />;

interface NumberInputProps {
  label: string;
  unit: string;
  value: string;
  problem: NumberProblem | null;
  scale: number;
  autoFocus: boolean;
  onChange(text: string): void;
}

/** Text input for a number. A number input would round what it can't hold. */
function NumberInput({ label, unit, value, problem, scale, autoFocus, onChange }: NumberInputProps) {
  const { translate } = useFormatContext();
  return (
    <TextField
      fullWidth
      autoFocus={autoFocus}
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={problem !== null}
      helperText={problem && translate(`amount.${problem}`, { scale })}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: { endAdornment: unit && <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  );
}

/** How a kind of number is typed and sent to the API. */
interface NumberNotation {
  /** Number of decimals typed. */
  scale(context: FormatContext, currency: string, field: Field): number;
  /** Shown after the input. */
  unit(currency: string): string;
  /** The largest number that the server can compare with, in stored units. */
  max: bigint;
  /** Converts digits in units of the last decimal to a value of the API. */
  toWire(digits: string, scale: number): FilterValue;
  toDigits(value: string, scale: number): string;
}

const amountNotation: NumberNotation = {
  scale: ({ currencyData }, currency) => scaleOfCurrency(currency, currencyData),
  unit: (currency) => currency,
  max: MAX_AMOUNT,
  toWire: (digits) => digits,
  toDigits: (value) => value,
};

const decimalNotation: NumberNotation = {
  scale: (_context, _currency, field) => (field.type === 'decimal' ? field.scale : 0),
  unit: () => '',
  max: MAX_DECIMAL,
  toWire: (digits, scale) => decimalText(BigInt(digits), scale),
  toDigits: (value, scale) => String(decimalUnits(value, scale) ?? 0n),
};

const integerNotation: NumberNotation = {
  scale: () => 0,
  unit: () => '',
  max: BigInt(MAX_INTEGER),
  toWire: Number,
  toDigits: (value) => value,
};

/** Typed in percent, stored in hundredths of a percent. */
const rateNotation: NumberNotation = {
  scale: () => 2,
  unit: () => '%',
  max: BigInt(MAX_INTEGER),
  toWire: Number,
  toDigits: (value) => value,
};

/** Why typed numbers are rejected. The texts are under `amount.<problem>`. */
type NumberProblem = AmountProblem | 'range_order';

interface TypedNumbers {
  /** Digits in stored units for each input, or null if it is empty. */
  digits: (string | null)[];
  /** Problem of each input, or null. */
  problems: (NumberProblem | null)[];
}

/** Reads the inputs of a number filter: one, or the lower and upper end of a range. `max` is in stored units. */
export function readTypedNumbers(typed: readonly string[], scale: number, max: bigint): TypedNumbers {
  const parsed = typed.map((text) => (text.trim() === '' ? null : readTyped(text, scale, max)));
  const digits = parsed.map((result) => (result?.ok ? result.minor : null));
  const problems = parsed.map((result): NumberProblem | null => (!result || result.ok ? null : result.problem));
  const [from, to] = digits;
  if (from && to && BigInt(from) > BigInt(to)) problems[1] = 'range_order';
  return { digits, problems };
}

function readTyped(text: string, scale: number, max: bigint): ParsedAmount {
  const parsed = parseAmount(text, scale);
  return parsed.ok && BigInt(parsed.minor) > max ? { ok: false, problem: 'too_large' } : parsed;
}

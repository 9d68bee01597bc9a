import { Stack, TextField } from '@mui/material';
import { useState } from 'react';
import { formatAmount } from '#shared/money/amount.ts';
import { scaleByIso } from '#shared/money/currencies.ts';
import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { useFormatContext } from '../FormatContext.ts';
import { FilterForm } from './FilterForm.tsx';
import { filterKeys } from './filterKeys.ts';
import { filterValues } from './filterValues.ts';
import { NumberInput } from './NumberInput.tsx';
import { amountNotation, integerNotation, rateNotation, type NumberNotation } from './numberNotations.ts';
import { readTypedNumbers, type NumberProblem } from './readTypedNumbers.ts';

interface NumberFormProps extends FilterControlProps {
  onClose(): void;
}

/** One input, or two for a range. Problems show when it is applied, at the input that has them. */
function NumberFilterForm({ notation, ...props }: NumberFormProps & { notation: NumberNotation }) {
  const { field, label, filter, currency, onChange, onClose } = props;
  const context = useFormatContext();
  const [code, setCode] = useState(currency?.code ?? context.currencyData.currency);
  const [isUnknown, setIsUnknown] = useState(false);
  const scale = notation.scale(context, code);
  const filteredBy = currency?.filteredBy ?? null;
  const keys = filterKeys(field);
  const [typed, setTyped] = useState(() =>
    keys.map((key) => filterValues(filter, key).map((value) => formatAmount(String(value), scale))[0] ?? ''),
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
      return digits === null ? [] : [[key, notation.toWire(digits)] as const];
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
            onChange={(text) => setTyped(typed.with(end, text))}
          />
        ))}
      </Stack>
      {filteredBy !== null && (
        <TextField
          size="small"
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
export const RateForm = (props: NumberFormProps) => <NumberFilterForm {...props} notation={rateNotation} />;

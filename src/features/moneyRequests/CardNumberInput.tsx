import { TextField } from '@mui/material';
import { useLayoutEffect, useReducer, useRef } from 'react';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import { bareCardNumber, cardNumberConcern, groupCardNumber, isCardNumber } from '#shared/money/cardNumber.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Unreadable } from '#console/fields/inputs/Unreadable.ts';
import { useBoundField } from '#console/fields/inputs/useBoundField.ts';

/** A card or account number in groups of four, typed or pasted in any. Its value in the form is the digits alone. */
export function CardNumberInput({ field, label }: { field: Field; label: string }) {
  const { translate } = useFormatContext();
  const bound = useBoundField(field);
  const digits = bound.value instanceof Unreadable ? bound.value.typed : plainText(bound.value);
  const input = useRef<HTMLInputElement | null>(null);
  const caret = useRef<number | null>(null);
  // Also where only a gap was deleted, which changes nothing: the browser has moved the caret all the same.
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const change = (text: string, at: number) => {
    redraw();
    const bare = bareCardNumber(text);
    caret.current = caretInGroups(bareCardNumber(text.slice(0, at)).length);
    if (bare === '') bound.change(null);
    else bound.change(isCardNumber(bare) ? bare : new Unreadable(bare, 'errors.card_number_invalid'));
  };
  const concern = cardNumberConcern(digits);
  const warning = concern && translate(`cardNumber.${concern}`);
  return (
    <TextField
      fullWidth
      name={bound.name}
      label={label}
      required
      value={groupCardNumber(digits)}
      inputRef={(element: HTMLInputElement | null) => {
        input.current = element;
        bound.ref(element);
      }}
      onChange={({ target }) => change(target.value, target.selectionStart ?? target.value.length)}
      onBlur={bound.blur}
      error={bound.problem !== null}
      helperText={bound.problem ?? (digits.length < 8 ? ' ' : (warning ?? ' '))}
      slotProps={{
        htmlInput: {
          required: false,
          'aria-required': true,
          autoComplete: 'off',
          inputMode: 'numeric',
          spellCheck: false,
        },
        formHelperText: { 'aria-live': 'polite', sx: bound.problem === null ? { color: 'warning.main' } : {} },
      }}
      sx={{ '& input': { fontVariantNumeric: 'tabular-nums' } }}
    />
  );
}

const GROUP = 4;

/** Where the caret stands in a text in groups of four when so many characters are before it: after the gap, if any. */
export function caretInGroups(before: number): number {
  return before === 0 ? 0 : before + Math.floor((before - 1) / GROUP);
}

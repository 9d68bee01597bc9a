import { Chip } from '@mui/material';
import { useState } from 'react';
import { checkValue, type FieldOf, splitTexts, textsIn, withoutRepeats } from '@merchant-console/declaration';
import { BoundAutocomplete } from '../inputs/BoundAutocomplete.tsx';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { useBoundField } from '../inputs/useBoundField.ts';

/**
 * Input for several texts, each a chip. Enter, a pasted separator or leaving the input ends a text; the form's value
 * contains it from its first character.
 */
export function TextsInput({ field, label, disabled }: FieldInputProps<FieldOf<'texts'>>) {
  const bound = useBoundField(field);
  const [typed, setTyped] = useState('');
  const texts = textsIn(bound.value);
  // A value from elsewhere, such as another user's version, has replaced what was typed.
  const isPending = typed.trim() !== '' && texts.at(-1) === typed.trim();
  const ended = isPending ? texts.slice(0, -1) : texts;
  const pending = isPending ? [typed.trim()] : [];
  const change = (next: readonly string[]) => bound.change(next.length === 0 ? null : next);
  const end = (next: readonly string[]) => {
    setTyped('');
    change(withoutRepeats(next));
  };
  const type = (text: string) => {
    const parts = splitTexts(text, field);
    if (parts.length !== 1 || parts[0] !== text.trim()) return end([...ended, ...parts]);
    setTyped(text);
    change([...ended, ...parts]);
  };
  return (
    <BoundAutocomplete<string, true, true>
      multiple
      freeSolo
      field={field}
      label={label}
      bound={{
        ...bound,
        blur() {
          if (isPending) end(texts);
          bound.blur();
        },
      }}
      disabled={disabled}
      options={[]}
      value={[...ended]}
      inputValue={isPending ? typed : ''}
      onInputChange={(_event, text, reason) => {
        if (reason === 'input') type(text);
      }}
      onChange={(_event, next, reason) => {
        if (reason === 'createOption' || reason === 'clear') end(next);
        else change([...next, ...pending]);
      }}
      renderValue={(shown, getItemProps) =>
        shown.map((text, index) => {
          const { key, ...props } = getItemProps({ index });
          const isWrong = checkValue({ ...field, required: false }, [text]) !== null;
          return <Chip key={key} size="small" label={text} color={isWrong ? 'error' : 'default'} {...props} />;
        })
      }
    />
  );
}

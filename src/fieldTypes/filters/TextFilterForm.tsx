import { TextField } from '@mui/material';
import { useState } from 'react';
import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { FilterForm } from './FilterForm.tsx';
import { MAX_FILTER_LENGTH } from './filterLength.ts';
import { filterKeys } from './filterKeys.ts';
import { filterValues } from './filterValues.ts';

/** The text that a list is narrowed by. */
export function TextFilterForm({ field, label, filter, onChange, onClose }: FilterControlProps & { onClose(): void }) {
  const [key = field.source] = filterKeys(field);
  const [text, setText] = useState(String(filterValues(filter, key)[0] ?? ''));
  const apply = () => {
    onChange(text.trim() === '' ? {} : { [key]: text.trim() });
    onClose();
  };
  return (
    <FilterForm onApply={apply} onCancel={onClose}>
      <TextField
        autoFocus
        size="small"
        label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_FILTER_LENGTH } }}
        sx={{ width: 260 }}
      />
    </FilterForm>
  );
}

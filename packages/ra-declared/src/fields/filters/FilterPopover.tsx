import { Popover, TextField } from '@mui/material';
import { useState, type ComponentType } from 'react';
import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { DateRangeForm } from '../datetime/DateRangeForm.tsx';
import { DayForm } from '../datetime/DayForm.tsx';
import { AmountForm, DecimalForm, IntegerForm, RateForm } from '../number/NumberFilterForm.tsx';
import { FilterForm } from './FilterForm.tsx';
import { MAX_FILTER_LENGTH, filterKeys, filterValues } from './filterValues.ts';

export type FilterFormName = 'text' | 'day' | 'days' | 'amount' | 'integer' | 'decimal' | 'rate';

const FORMS: Record<FilterFormName, ComponentType<FilterControlProps & { onClose(): void }>> = {
  text: TextFilterForm,
  day: DayForm,
  days: DateRangeForm,
  amount: AmountForm,
  integer: IntegerForm,
  decimal: DecimalForm,
  rate: RateForm,
};

interface FilterPopoverProps extends FilterControlProps {
  form: FilterFormName;
  id: string;
  anchor: HTMLElement;
  onClose(): void;
}

/** Inputs of a filter, shown below its pill. */
export function FilterPopover({ form, id, anchor, ...props }: FilterPopoverProps) {
  const Form = FORMS[form];
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={props.onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          id,
          role: 'dialog',
          'aria-label': props.label,
          sx: { mt: 0.75, p: 2, maxWidth: 'calc(100vw - 32px)' },
        },
      }}
    >
      <Form {...props} />
    </Popover>
  );
}

/** Filters a list by a text. */
function TextFilterForm({ field, label, filter, onChange, onClose }: FilterControlProps & { onClose(): void }) {
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
        label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_FILTER_LENGTH } }}
        sx={{ width: 260 }}
      />
    </FilterForm>
  );
}

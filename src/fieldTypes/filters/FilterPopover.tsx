import { Popover } from '@mui/material';
import type { ComponentType } from 'react';
import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { DateRangeForm } from './DateRangeForm.tsx';
import { DayForm } from './DayForm.tsx';
import { AmountForm, IntegerForm, RateForm } from './NumberFilterForm.tsx';
import { TextFilterForm } from './TextFilterForm.tsx';

export type FilterFormName = 'text' | 'day' | 'days' | 'amount' | 'integer' | 'rate';

const FORMS: Record<FilterFormName, ComponentType<FilterControlProps & { onClose(): void }>> = {
  ...{ text: TextFilterForm, day: DayForm, days: DateRangeForm },
  ...{ amount: AmountForm, integer: IntegerForm, rate: RateForm },
};

interface FilterPopoverProps extends FilterControlProps {
  form: FilterFormName;
  id: string;
  anchor: HTMLElement;
  onClose(): void;
}

/** The inputs of a filter, under its pill. */
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
          ...{ id, role: 'dialog', 'aria-label': props.label },
          sx: { mt: 0.75, p: 2, maxWidth: 'calc(100vw - 32px)' },
        },
      }}
    >
      <Form {...props} />
    </Popover>
  );
}

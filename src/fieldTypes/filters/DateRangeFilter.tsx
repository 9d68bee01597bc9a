import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { DateRangeForm } from './DateRangeForm.tsx';
import { PopoverFilter } from './PopoverFilter.tsx';

/** Narrows a list to whole days of the tenant's calendar. */
export function DateRangeFilter(props: FilterControlProps) {
  return (
    <PopoverFilter label={props.label} summary={props.summary} onRemove={() => props.onChange({})}>
      {(close) => <DateRangeForm {...props} onClose={close} />}
    </PopoverFilter>
  );
}

import { filterOf } from '#shared/declaration/fieldTraits.ts';
import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { PopoverFilter } from './PopoverFilter.tsx';

/** Narrows a list to one day or to a range of them, as the field declares. */
export function DateFilter(props: FilterControlProps) {
  return <PopoverFilter {...props} form={filterOf(props.field) === 'range' ? 'days' : 'day'} />;
}

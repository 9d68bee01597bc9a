import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { PopoverFilter } from './PopoverFilter.tsx';

/** Narrows a list to whole days of the tenant's calendar. */
export const DateRangeFilter = (props: FilterControlProps) => <PopoverFilter {...props} form="days" />;

import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { PopoverFilter } from './PopoverFilter.tsx';

export const AmountFilter = (props: FilterControlProps) => <PopoverFilter {...props} form="amount" />;
export const IntegerFilter = (props: FilterControlProps) => <PopoverFilter {...props} form="integer" />;
export const RateFilter = (props: FilterControlProps) => <PopoverFilter {...props} form="rate" />;

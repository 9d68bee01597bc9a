import type { FilterControlProps } from '../FieldTypeDefinition.ts';
import { PopoverFilter } from './PopoverFilter.tsx';

/** Narrows a list by a text: the whole of it or a part, as the field declares. */
export const TextFilter = (props: FilterControlProps) => <PopoverFilter {...props} form="text" />;

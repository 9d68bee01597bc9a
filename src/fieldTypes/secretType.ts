import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { TextFilter } from './filters/TextFilter.tsx';

/** Written and never read: the server says only whether there is one. */
export const secretType: FieldTypeDefinition<FieldOf<'secret'>> = {
  align: 'left',
  format: (value) => (value === true ? '••••••••' : ''),
  readFilterValue: () => null,
  FilterControl: TextFilter,
};

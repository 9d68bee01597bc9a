import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { TextFilter } from './filters/TextFilter.tsx';

export const jsonType: FieldTypeDefinition<FieldOf<'json'>> = {
  align: 'left',
  format: (value) => (value === null || value === undefined ? '' : JSON.stringify(value)),
  readFilterValue: () => null,
  FilterControl: TextFilter,
};

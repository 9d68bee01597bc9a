import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { TextFilter } from './filters/TextFilter.tsx';

/** The name of a file that the server keeps. */
export const fileType: FieldTypeDefinition<FieldOf<'file'>> = {
  align: 'left',
  format: (value) =>
    typeof value === 'object' && value !== null && 'name' in value ? plainText(value.name) : plainText(value),
  readFilterValue: () => null,
  FilterControl: TextFilter,
};

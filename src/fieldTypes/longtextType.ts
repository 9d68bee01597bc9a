import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { TextFilter } from './filters/TextFilter.tsx';
import { readTextFilter } from './textType.ts';

export const longtextType: FieldTypeDefinition<FieldOf<'longtext'>> = {
  align: 'left',
  format: plainText,
  readFilterValue: readTextFilter,
  FilterControl: TextFilter,
};

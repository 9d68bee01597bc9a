import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { TextFilter } from './filters/TextFilter.tsx';
import { plainText } from './plainText.ts';

/** A day without a time, `YYYY-MM-DD`: the same in every time zone. */
export const dateType: FieldTypeDefinition<FieldOf<'date'>> = {
  align: 'left',
  format: plainText,
  readFilterValue: (raw) => (/^\d{4}-\d{2}-\d{2}$/.test(plainText(raw)) ? plainText(raw) : null),
  FilterControl: TextFilter,
};

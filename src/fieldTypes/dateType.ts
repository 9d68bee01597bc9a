import { isDay } from '#shared/declaration/dayAndInstant.ts';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { DateFilter } from './filters/DateFilter.tsx';

/** A day without a time, `YYYY-MM-DD`: the same in every time zone. */
export const dateType: FieldTypeDefinition<FieldOf<'date'>> = {
  align: 'left',
  format: plainText,
  readFilterValue: (raw) => (isDay(raw) ? raw : null),
  FilterControl: DateFilter,
};

import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { isWholeNumber } from '#shared/format/isWholeNumber.ts';
import { plainText } from '#shared/format/plainText.ts';
import { formatAmount } from '#shared/money/amount.ts';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { IntegerFilter } from './filters/NumberFilter.tsx';
import { MAX_INTEGER } from './maxInteger.ts';

export const integerType: FieldTypeDefinition<FieldOf<'integer'>> = {
  align: 'right',
  format(value) {
    const text = plainText(value);
    return isWholeNumber(text) ? formatAmount(text, 0) : text;
  },
  readFilterValue(raw) {
    const text = plainText(raw);
    return isWholeNumber(text) && Math.abs(Number(text)) <= MAX_INTEGER ? Number(text) : null;
  },
  FilterControl: IntegerFilter,
};

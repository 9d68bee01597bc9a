import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { isWholeNumber } from '#shared/format/isWholeNumber.ts';
import { plainText } from '#shared/format/plainText.ts';
import { formatAmount } from '#shared/money/amount.ts';
import type { FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { RateFilter } from './filters/NumberFilter.tsx';
import { integerType } from './integerType.ts';

/** Hundredths of a percent: 250 is shown as `2.50%`. */
export const rateType: FieldTypeDefinition<FieldOf<'rate'>> = {
  align: 'right',
  format(value) {
    const text = plainText(value);
    return isWholeNumber(text) ? `${formatAmount(text, 2)}%` : text;
  },
  readFilterValue: (raw) => integerType.readFilterValue(raw, { source: 'rate', type: 'integer' }),
  FilterControl: RateFilter,
};

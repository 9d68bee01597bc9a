import type { CurrencyData } from '#shared/contract/session.ts';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { formatAmount, MAX_AMOUNT, scaleOf, type AmountScale } from '#shared/money/amount.ts';
import type { FieldRecord, FieldTypeDefinition } from './FieldTypeDefinition.ts';
import type { FormatContext } from './FormatContext.ts';
import { AmountFilter } from './filters/NumberFilter.tsx';
import { isWholeNumber } from './isWholeNumber.ts';
import { plainText } from './plainText.ts';

/** Stored in minor units; shown by the tenant's `is_divide_hundred`, followed by the currency if it is another one. */
export const moneyType: FieldTypeDefinition<FieldOf<'money'>> = {
  align: 'right',
  format(value, field, { currencyData }, record) {
    const currency = currencyOf(field, record) || currencyData.currency;
    const amount = inMajorUnits(value, currency, currencyData);
    return amount === '' || currency === currencyData.currency ? amount : `${amount} ${currency}`;
  },
  formatAlone(value, field, { currencyData }, record) {
    const currency = currencyOf(field, record) || currencyData.currency;
    const amount = inMajorUnits(value, currency, currencyData);
    return amount === '' ? '' : `${amount} ${currency}`;
  },
  unit: ({ currencyData }: FormatContext) => currencyData.currency,
  readFilterValue(raw) {
    const text = plainText(raw);
    return /^[0-9]{1,19}$/.test(text) && BigInt(text) <= MAX_AMOUNT ? BigInt(text).toString() : null;
  },
  FilterControl: AmountFilter,
};

function currencyOf(field: FieldOf<'money'>, record: FieldRecord | undefined): string {
  return field.currency === undefined ? '' : plainText(record?.[field.currency]);
}

function inMajorUnits(value: unknown, currency: string, currencyData: CurrencyData): string {
  const text = plainText(value);
  if (!isWholeNumber(text)) return text;
  return formatAmount(text, currency === currencyData.currency ? scaleOf(currencyData) : scaleOfForeign(currency));
}

/** The tenant's setting speaks of its own currency only; of another one ISO 4217 knows whether it has decimals. */
function scaleOfForeign(currency: string): AmountScale {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return maximumFractionDigits === 0 ? 0 : 2;
}

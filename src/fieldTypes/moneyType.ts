import type { CurrencyData } from '#shared/contract/session.ts';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { isWholeNumber } from '#shared/format/isWholeNumber.ts';
import { plainText } from '#shared/format/plainText.ts';
import { formatAmount, MAX_AMOUNT } from '#shared/money/amount.ts';
import { scaleOfCurrency } from '#shared/money/scaleOfCurrency.ts';
import type { FieldRecord, FieldTypeDefinition } from './FieldTypeDefinition.ts';
import { AmountFilter } from './filters/NumberFilter.tsx';

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
  unit({ currencyData }, field, record) {
    const own = currencyOf(field, record);
    return own === '' || own === currencyData.currency ? currencyData.currency : '';
  },
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
  return formatAmount(text, scaleOfCurrency(currency, currencyData));
}

import {
  type CurrencyData,
  type FieldOf,
  formatAmount,
  isWholeNumber,
  MAX_AMOUNT,
  plainText,
  scaleOfCurrency,
} from '@merchant-console/declaration';
import type { FieldRecord, FieldTypeDefinition } from '../FieldTypeDefinition.ts';
import type { FormatContext } from '../../ui/FormatContext.ts';
import { AmountFilter } from '../filters/PopoverFilter.tsx';

/**
 * Stored in minor units. Shown with its currency's decimals, and followed by the currency unless the column's header
 * names it.
 */
export const moneyType: FieldTypeDefinition<FieldOf<'money'>> = {
  align: 'right',
  format(value, field, context, record) {
    const currency = currencyIn(record, field, context.currencyData);
    const amount = inMajorUnits(value, currency, context.currencyData);
    return amount === '' || currency === headCurrency(field, context) ? amount : `${amount} ${currency}`;
  },
  formatAlone(value, field, { currencyData }, record) {
    const currency = currencyIn(record, field, currencyData);
    const amount = inMajorUnits(value, currency, currencyData);
    return amount === '' ? '' : `${amount} ${currency}`;
  },
  unit(context, field, record) {
    const head = headCurrency(field, context);
    return head !== null && (!record || currencyIn(record, field, context.currencyData) === head) ? head : '';
  },
  readFilterValue(raw) {
    const text = plainText(raw);
    return /^[0-9]{1,19}$/.test(text) && BigInt(text) <= MAX_AMOUNT ? BigInt(text).toString() : null;
  },
  FilterControl: AmountFilter,
};

/** Currency of a record's amount, or the tenant's if the record names none. */
export function currencyIn(
  record: FieldRecord | undefined,
  field: FieldOf<'money'>,
  { currency }: Pick<CurrencyData, 'currency'>,
): string {
  return (field.currency === undefined ? '' : plainText(record?.[field.currency])) || currency;
}

function headCurrency(field: FieldOf<'money'>, { columnCurrency, currencyData }: FormatContext): string | null {
  return columnCurrency ? columnCurrency(field) : currencyData.currency;
}

function inMajorUnits(value: unknown, currency: string, currencyData: CurrencyData): string {
  const text = plainText(value);
  if (!isWholeNumber(text)) return text;
  return formatAmount(text, scaleOfCurrency(currency, currencyData));
}

import { formatAmount, scaleOfCurrency, type OwnCurrency } from '@merchant-console/declaration';

/** Formats minor units with their currency: `1,234.50 CNY`. */
export function amountInWords(minor: string | bigint, currency: string, own: OwnCurrency): string {
  return `${formatAmount(minor, scaleOfCurrency(currency, own))} ${currency}`;
}

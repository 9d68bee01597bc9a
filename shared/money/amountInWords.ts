import { formatAmount } from './amount.ts';
import { scaleOfCurrency, type OwnCurrency } from './scaleOfCurrency.ts';

/** Formats minor units with their currency: `1,234.50 CNY`. */
export function amountInWords(minor: string | bigint, currency: string, own: OwnCurrency): string {
  return `${formatAmount(minor, scaleOfCurrency(currency, own))} ${currency}`;
}

import { formatAmount } from './amount.ts';
import { scaleOfCurrency, type OwnCurrency } from './scaleOfCurrency.ts';

/** An amount of minor units as people write it, with its currency: `1,234.50 CNY`. */
export function amountInWords(minor: string | bigint, currency: string, own: OwnCurrency): string {
  return `${formatAmount(minor, scaleOfCurrency(currency, own))} ${currency}`;
}

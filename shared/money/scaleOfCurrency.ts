import { type AmountScale, scaleOf } from './amount.ts';

/** A tenant's currency and its display scale. */
export interface OwnCurrency {
  currency: string;
  is_divide_hundred: 0 | 1;
}

/** The scale of a currency: the tenant's setting for its own currency, ISO 4217 for any other. */
export function scaleOfCurrency(currency: string, own: OwnCurrency): AmountScale {
  if (currency === own.currency) return scaleOf(own);
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return maximumFractionDigits === 0 ? 0 : 2;
}

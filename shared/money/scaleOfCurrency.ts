import type { AmountScale } from './amount.ts';
import { scaleOf } from './amount.ts';

/** A tenant's currency, and whether its amounts are shown in hundredths. */
export interface OwnCurrency {
  currency: string;
  is_divide_hundred: 0 | 1;
}

/** The tenant's setting speaks of its own currency only; of another one ISO 4217 knows whether it has decimals. */
export function scaleOfCurrency(currency: string, own: OwnCurrency): AmountScale {
  if (currency === own.currency) return scaleOf(own);
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return maximumFractionDigits === 0 ? 0 : 2;
}

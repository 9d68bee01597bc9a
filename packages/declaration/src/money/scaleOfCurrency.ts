import { type AmountScale, scaleOf } from './amount.ts';

/** A tenant's currency and its display scale. */
export interface OwnCurrency {
  currency: string;
  is_divide_hundred: 0 | 1;
}

/**
 * Currencies without decimals in ISO 4217. `Intl` isn't asked, because engines disagree: Chromium and Node take CLDR's
 * digits, which are those in use (0 for HUF and IDR), not those of ISO 4217 (2), in which banks count minor units.
 */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');

/** The scale of a currency: the tenant's setting for its own currency, ISO 4217 for any other. */
export function scaleOfCurrency(currency: string, own: OwnCurrency): AmountScale {
  if (currency === own.currency) return scaleOf(own);
  return isoScale(currency);
}

/** The scale of a currency with 0 or 2 decimals in ISO 4217. */
export function isoScale(currency: string): AmountScale {
  return WITHOUT_DECIMALS.includes(currency) ? 0 : 2;
}

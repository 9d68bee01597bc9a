import type { AmountScale } from './amount.ts';
import { isoScale } from './scaleOfCurrency.ts';

/** Codes beginning with X are metals, tests and funds, except these currencies of several countries. */
const SHARED_BY_COUNTRIES = ['XAF', 'XCD', 'XCG', 'XOF', 'XPF'];

/** Currencies with 3 or 4 decimals in ISO 4217. */
const WITH_MORE_DECIMALS = ['BHD', 'CLF', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'UYW'];

/**
 * Number of decimals of a currency in ISO 4217. Null for an unknown currency, or one with other than 0 or 2 decimals,
 * which isn't supported.
 */
export function scaleByIso(currency: string): AmountScale | null {
  return codes().has(currency) && !hasMoreDecimals(currency) ? isoScale(currency) : null;
}

/** True if ISO 4217 gives the currency 3 or 4 decimals. Amounts in it would be shown with 2. */
export function hasMoreDecimals(currency: string): boolean {
  return WITH_MORE_DECIMALS.includes(currency);
}

/** Codes of all supported currencies. */
export function currencyCodes(): string[] {
  return [...codes()].filter((currency) => scaleByIso(currency) !== null);
}

let known: ReadonlySet<string> | undefined;

function codes(): ReadonlySet<string> {
  known ??= new Set(
    Intl.supportedValuesOf('currency').filter((code) => !code.startsWith('X') || SHARED_BY_COUNTRIES.includes(code)),
  );
  return known;
}

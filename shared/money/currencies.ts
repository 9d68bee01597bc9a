import type { AmountScale } from './amount.ts';

/** Codes beginning with X are metals, tests and funds, except these currencies of several countries. */
const SHARED_BY_COUNTRIES = ['XAF', 'XCD', 'XCG', 'XOF', 'XPF'];

/**
 * Number of decimals of a currency in ISO 4217. Null for an unknown currency, or one with other than 0 or 2 decimals,
 * which isn't supported.
 */
export function scaleByIso(currency: string): AmountScale | null {
  if (!codes().has(currency)) return null;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return maximumFractionDigits === 0 || maximumFractionDigits === 2 ? maximumFractionDigits : null;
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

import type { AmountScale } from './amount.ts';

/** Codes beginning with X are metals, tests and funds, but for these currencies of several countries. */
const SHARED_BY_COUNTRIES = ['XAF', 'XCD', 'XCG', 'XOF', 'XPF'];

/**
 * How many decimals ISO 4217 gives a currency, or null for a currency that can't be kept: one that is unknown, or whose
 * amounts have neither no decimals nor two.
 */
export function scaleByIso(currency: string): AmountScale | null {
  if (!codes().has(currency)) return null;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return maximumFractionDigits === 0 || maximumFractionDigits === 2 ? maximumFractionDigits : null;
}

/** All currencies that a tenant can have, by code. */
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

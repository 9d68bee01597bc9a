import numeral from 'numeral';

// Amounts and fee rates are exact and never formatted here, see `formatAmount`.

/** `12345` → `12,345` in every language, like amounts. */
export function formatCount(count: number): string {
  return numeral(count).format('0,0');
}

/** Hundredths of a percent: `9512` → `95.12%`, null → `—`. */
export function formatRate(rate: number | null): string {
  return rate === null ? '—' : numeral(rate / 10_000).format('0,0.00%');
}

/** `1536` → `1.5 KB`: a KB has 1024 bytes, as in the limits of declarations. */
export function formatSize(bytes: number): string {
  return numeral(bytes).format('0.[0] ib').replace('iB', 'B');
}

/**
 * Shortens a number to one decimal of the largest unit that it reaches: `1.2M`, in Chinese `120万`. numeral's own
 * abbreviations only use powers of a thousand.
 *
 * @param units largest first: size and suffix
 */
export function formatShort(value: number, units: readonly (readonly [size: number, suffix: string])[]): string {
  const [size, suffix] = units.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  return numeral(value / size).format('0,0.[0]') + suffix;
}

/** One recent payment in this many, and at least one, may be exceptionally large without changing what is usual. */
const PER_EXCEPTION = 20;

/**
 * Returns the largest usual amount of a merchant, or null without recent payments. It is the 95th percentile of the
 * recent payments (nearest rank), or twice their median if that is higher. Of fewer than 20 payments, the percentile is
 * the second largest. Therefore a single large payment never makes the next one usual.
 *
 * @param recent amounts of recent payments in minor units, in any order
 */
export function usualLimit(recent: readonly bigint[]): bigint | null {
  const sorted = recent.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const exceptions = Math.max(1, Math.floor(sorted.length / PER_EXCEPTION));
  const percentile = sorted[Math.max(0, sorted.length - 1 - exceptions)];
  // Of an even number, the lower one of the two in the middle.
  const median = sorted[(sorted.length - 1) >> 1];
  if (percentile === undefined || median === undefined) return null;
  return percentile > 2n * median ? percentile : 2n * median;
}

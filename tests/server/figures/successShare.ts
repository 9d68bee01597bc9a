/**
 * The share of successful orders among those no longer open, in hundredths of a percent, rounded half up; null if all
 * are open.
 */
export function successShare(count: number, open: number, success: number): number | null {
  if (count === open) return null;
  const halves = (BigInt(success) * 20_000n) / BigInt(count - open);
  return Number((halves + 1n) / 2n);
}

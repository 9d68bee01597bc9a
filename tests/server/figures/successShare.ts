/** Hundredths of a percent, rounded half up, of the orders that are no longer open; null where there is none. */
export function successShare(count: number, open: number, success: number): number | null {
  if (count === open) return null;
  const halves = (BigInt(success) * 20_000n) / BigInt(count - open);
  return Number((halves + 1n) / 2n);
}

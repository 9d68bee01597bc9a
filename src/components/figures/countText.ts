import { formatAmount } from '#shared/money/amount.ts';

/** A count as people read it: `12,345`. */
export function countText(count: number): string {
  return formatAmount(String(count), 0);
}

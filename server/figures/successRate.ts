/** How many orders, or payouts, there are, how many of them have no result yet, and how many succeeded. */
export interface Outcomes {
  count: number;
  open_count: number;
  success_count: number;
}

/** What has no result yet: of orders and of payouts. */
export const OPEN_STATUSES = ['pending', 'processing'] as const;

/**
 * What is called success rate, wherever one is shown: of those that are finished the share that succeeded.
 *
 * @returns hundredths of a percent, rounded half up; null where none is finished
 */
export function successRate({ count, open_count, success_count }: Outcomes): number | null {
  const finished = count - open_count;
  return finished === 0 ? null : Math.floor((success_count * 20_000 + finished) / (finished * 2));
}

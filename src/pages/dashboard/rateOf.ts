import type { HomeChannel, OrderFigures } from '#shared/contract/home.ts';
import { successRate } from '#console/components/figures/comparison.ts';

/** Of the orders that are no longer open, the share that succeeded, in hundredths of a percent; null without any. */
export function rateOf(figures: Pick<OrderFigures, 'count' | 'open_count' | 'success_count'> | HomeChannel['day']) {
  return successRate(figures.success_count, figures.count - figures.open_count);
}

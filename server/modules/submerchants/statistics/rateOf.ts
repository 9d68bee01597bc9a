import { successRate } from '#server/figures/successRate.ts';
import type { FigureColumns } from './statisticsSql.ts';

/** The success rate of a row's collections, or of its payouts. */
export function rateOf(kind: 'collection' | 'payout', row: FigureColumns): number | null {
  return successRate({
    ...{ count: row[`${kind}_count`], open_count: row[`${kind}_open_count`] },
    success_count: row[`${kind}_success_count`],
  });
}

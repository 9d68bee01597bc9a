import { formatAmount } from '#shared/money/amount.ts';
import type { ListParams } from './listParams.ts';

/** The first and the last of a page's rows, counted from 1, and how many there are; written as the console writes numbers. */
export function shownRange(
  { page, perPage }: Pick<ListParams, 'page' | 'perPage'>,
  total: number,
): Record<'from' | 'to' | 'total', string> {
  const written = (value: number) => formatAmount(String(value), 0);
  return {
    from: written((page - 1) * perPage + 1),
    to: written(Math.min(page * perPage, total)),
    total: written(total),
  };
}

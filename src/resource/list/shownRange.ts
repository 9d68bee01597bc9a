import type { PaginationPayload } from 'react-admin';
import { formatCount } from '#shared/format/numbers.ts';

/** The first and the last of a page's rows, counted from 1, and how many there are; written as the console writes numbers. */
export function shownRange(
  { page, perPage }: PaginationPayload,
  total: number,
): Record<'from' | 'to' | 'total', string> {
  return {
    from: formatCount((page - 1) * perPage + 1),
    to: formatCount(Math.min(page * perPage, total)),
    total: formatCount(total),
  };
}

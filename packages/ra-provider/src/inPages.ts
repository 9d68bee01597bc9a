import type { PaginationPayload, RaRecord } from 'react-admin';
import { MAX_RANGE } from '@merchant-console/protocol';

interface Page {
  data: RaRecord[];
  total: number;
}

/**
 * Fetches a page of a list. A page of more than `MAX_RANGE` rows, which the server rejects, is fetched in parts of that
 * size, one after the other, up to the first part that isn't full. A record that moves to a later part while they are
 * fetched is returned once. `total` is that of the last part.
 */
export async function inPages(
  { page, perPage }: PaginationPayload,
  fetchPage: (pagination: PaginationPayload) => Promise<Page>,
): Promise<Page> {
  if (perPage <= MAX_RANGE) return fetchPage({ page, perPage });
  const [first, end] = [(page - 1) * perPage, page * perPage];
  const rows = new Map<string, RaRecord>();
  let at = first - (first % MAX_RANGE);
  for (;;) {
    const { data, total } = await fetchPage({ page: at / MAX_RANGE + 1, perPage: MAX_RANGE });
    for (const row of data.slice(Math.max(0, first - at), end - at)) rows.set(String(row.id), row);
    at += MAX_RANGE;
    if (at >= end || data.length < MAX_RANGE) return { data: [...rows.values()], total };
  }
}

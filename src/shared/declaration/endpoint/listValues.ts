import type { Places } from './places.ts';
import type { EndpointValues } from './variables.ts';

export interface ListOfRecords {
  /** `page` counts from 1. */
  pagination: { page: number; perPage: number };
  sort: { field: string; order: string };
  filter: Readonly<Record<string, unknown>>;
}

/**
 * What the variables of a list hold. `$from` and `$offset` are the first row asked for and `$to` the last, all counted
 * from 0; `$sort` is named as the other back end names it, and so need not be asked for in the console's words; the
 * filter `id` is `$ids`.
 */
export function listValues({ pagination, sort, filter }: ListOfRecords, places: Places): EndpointValues {
  const { page, perPage } = pagination;
  const offset = (page - 1) * perPage;
  return {
    ...{ page, perPage, offset, from: offset, to: offset + perPage - 1 },
    ...{ sort: places[sort.field] ?? sort.field, order: sort.order },
    ...{ q: filter['q'], filter, ids: [filter['id'] ?? []].flat() },
  };
}

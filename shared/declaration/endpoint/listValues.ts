import type { Places } from './places.ts';
import type { EndpointValues } from './variables.ts';

interface Order {
  field: string;
  order: string;
}

export interface ListOfRecords {
  /** `page` counts from 1. */
  pagination: { page: number; perPage: number };
  /** null: in whatever order they come. */
  sort: Order | null;
  filter: Readonly<Record<string, unknown>>;
}

/**
 * What the variables of a list hold. `$from` and `$offset` are the first row asked for and `$to` the last, all counted
 * from 0; `$sort` is named as the other back end names it, and so need not be asked for in the console's words; the
 * filter `id` is `$ids`. A list without an order has neither `$sort` nor `$order`.
 */
export function listValues({ pagination, sort, filter }: ListOfRecords, places: Places): EndpointValues {
  const { page, perPage } = pagination;
  const offset = (page - 1) * perPage;
  return {
    page,
    perPage,
    offset,
    from: offset,
    to: offset + perPage - 1,
    ...orderValues(sort, places),
    q: filter['q'],
    filter,
    ids: [filter['id'] ?? []].flat(),
  };
}

/** What `$sort` and `$order` hold. */
export function orderValues(sort: Order | null, places: Places): Pick<EndpointValues, 'sort' | 'order'> {
  return sort ? { sort: places[sort.field] ?? sort.field, order: sort.order } : {};
}

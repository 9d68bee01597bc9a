import type { Places } from '#shared/declaration/endpoint/places.ts';
import type { EndpointValues } from '#shared/declaration/endpoint/variables.ts';

interface Order {
  field: string;
  order: string;
}

export interface ListOfRecords {
  /** `page` counts from 1. */
  pagination: { page: number; perPage: number };
  /** Null for no particular order. */
  sort: Order | null;
  filter: Readonly<Record<string, unknown>>;
}

/**
 * The values of a list's variables. `$from` and `$offset` are the first requested row and `$to` the last, counted from
 * 0. `$sort` is the other back end's name of the field. The filter `id` becomes `$ids`. Without an order, `$sort` and
 * `$order` are absent.
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

/** The values of `$sort` and `$order`. */
export function orderValues(sort: Order | null, places: Places): Pick<EndpointValues, 'sort' | 'order'> {
  return sort ? { sort: places[sort.field] ?? sort.field, order: sort.order } : {};
}

import type { Filter } from '@merchant-console/protocol';
import { isSortable, type Resource, type Sort } from '@merchant-console/declaration';
import { jsonOf } from '@merchant-console/protocol/jsonOf';
import { readFilter } from '../fields/filters/describeFilter.ts';
import { readTextFilter } from '../fields/filters/filterValues.ts';
import { columnsNamed, sourcesOf } from './columns/columnChoice.ts';

/** Numbers of rows that a page can have. */
export const PAGE_SIZES = [10, 20, 30] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** `size` if a page can have that many rows, otherwise undefined. */
export function pageSizeOf(size: number): PageSize | undefined {
  return PAGE_SIZES.find((one) => one === size);
}

/** Highest page number. Beyond it, the number of the first row would exceed what JSON numbers hold exactly. */
const LAST_PAGE = 100_000_000;

/** State of a list. `page` counts from 1. */
export interface ListParams {
  page: number;
  perPage: PageSize;
  /** Null for no particular order. */
  sort: Sort | null;
  filter: Filter;
  /** Sources of the columns, or null for those that the user prefers, otherwise the declared ones. */
  columns: readonly string[] | null;
  /** ID of the saved view that the list started as, or null. */
  view: string | null;
}

/** `view` of the list as declared, for lists whose plain address opens a saved view. */
export const NO_VIEW = 'all';

/**
 * Reads an address's query in react-admin's notation. Undeclared or malformed parts are ignored, because users type,
 * shorten and share addresses. None of that may break a page or cause a wrong request.
 */
export function readListParams(search: string, resource: Resource): ListParams {
  const { list, fields } = resource;
  const query = new URLSearchParams(search);
  const page = Number(query.get('page') ?? 1);
  const field = query.get('sort');
  const order = query.get('order');
  const sortable = fields.some((one) => one.source === field && isSortable(one)) || field === list.sort?.field;
  return {
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
    perPage: pageSizeOf(Number(query.get('perPage'))) ?? list.perPage,
    sort: field !== null && sortable ? { field, order: order === 'DESC' ? 'DESC' : 'ASC' } : list.sort,
    filter: readListFilter(query.get('filter') ?? '{}', list),
    columns: readColumns(query.get('columns'), resource),
    view: /^[\w-]{1,64}$/.exec(query.get('view') ?? '')?.[0] ?? null,
  };
}

function readListFilter(text: string, { filters, search }: Resource['list']): Filter {
  const raw = parseObject(text);
  const filter: Filter = {};
  const q = search.length > 0 && Object.hasOwn(raw, 'q') ? readTextFilter(raw['q']) : null;
  if (q !== null) filter['q'] = q;
  for (const field of filters) Object.assign(filter, readFilter(raw, field));
  return filter;
}

function readColumns(text: string | null, resource: Resource): string[] | null {
  const columns = columnsNamed(resource, text?.split(',') ?? []);
  return columns && sourcesOf(columns);
}

function parseObject(text: string): Record<string, unknown> {
  const value = jsonOf(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Writes the query that `readListParams` reads. Values that equal the declared ones are left out; '' if all do. */
export function writeListParams(params: ListParams, { list }: Resource): string {
  const { page, perPage, sort, filter, columns, view } = params;
  const query = new URLSearchParams();
  if (view !== null) query.set('view', view);
  if (Object.keys(filter).length > 0) query.set('filter', JSON.stringify(filter));
  if (sort && (sort.field !== list.sort?.field || sort.order !== list.sort.order)) {
    query.set('sort', sort.field);
    query.set('order', sort.order);
  }
  if (page !== 1) query.set('page', String(page));
  if (perPage !== list.perPage) query.set('perPage', String(perPage));
  if (columns !== null) query.set('columns', columns.join(','));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Number of the last page with rows, or 1 if there are none. */
export function lastPage(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage));
}

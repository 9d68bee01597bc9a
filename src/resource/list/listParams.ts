import type { Filter } from '#shared/contract/listQuery.ts';
import { isSortable } from '#shared/declaration/fieldTraits.ts';
import type { Resource, Sort } from '#shared/declaration/resource.ts';
import { readFilter } from '#console/fields/filters/describeFilter.ts';
import { readTextFilter } from '#console/fields/fieldTypes.ts';
import { columnsNamed, sourcesOf } from './columns/columnChoice.ts';

export const PAGE_SIZES = [10, 20, 30] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** Undefined where a page can't have so many rows. */
export function pageSizeOf(size: number): PageSize | undefined {
  return PAGE_SIZES.find((one) => one === size);
}

/** A page number beyond this is a slip, and its first row would be past what JSON's numbers hold exactly. */
const LAST_PAGE = 100_000_000;

/** What a list shows. `page` counts from 1. */
export interface ListParams {
  page: number;
  perPage: PageSize;
  /** null: in whatever order they come. */
  sort: Sort | null;
  filter: Filter;
  /** Sources of the columns; null: those that the user prefers, else those declared. */
  columns: readonly string[] | null;
  /** Id of the saved view that this began as; null: none. */
  view: string | null;
}

/** Stands for a view that is none: the list as it is declared, where the plain address opens a view of the user's. */
export const NO_VIEW = 'all';

/**
 * Reads an address's query in react-admin's notation. What is not declared, or not of its form, is left out: an
 * address is typed, cut and passed on by people, and none of that may break a page or make a wrong request.
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
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The query that `readListParams` reads these from; '' when all is as declared, so that the plain address stays plain. */
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

/** Number of the last page that has rows; 1 when there are none. */
export function lastPage(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage));
}

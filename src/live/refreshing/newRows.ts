import { plainText } from '#shared/format/plainText.ts';
import type { Identifier } from 'react-admin';

/** A page of a list, as react-admin's cache has it. */
export interface PageOfList {
  data: readonly Row[];
  total?: number;
}

export interface Row {
  id: Identifier;
  [source: string]: unknown;
}

export interface ListQueryParams {
  pagination: { page: number; perPage: number };
  sort: { field: string; order: 'ASC' | 'DESC' };
  filter: unknown;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}(T|$)/;

/** Whether new records come at the top: the list goes down by a time. */
export function hasNewestFirst({ sort }: ListQueryParams, { data }: PageOfList): boolean {
  const [first] = data;
  return sort.order === 'DESC' && first !== undefined && INSTANT.test(plainText(first[sort.field]));
}

/** How many rows of a first page stand above those that were on it before. */
export function newRowsOf(page: PageOfList, before: PageOfList): number {
  const known = new Set(before.data.map(({ id }) => id));
  const first = page.data.findIndex(({ id }) => known.has(id));
  return first === -1 ? page.data.length : first;
}

/** The same rows in the same order, with what they hold now. */
export function withFreshRows(page: PageOfList, fresh: readonly Row[]): PageOfList {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  return { ...page, data: page.data.map((row) => byId.get(row.id) ?? row) };
}

import type { GetListParams, RaRecord } from 'react-admin';
import type { Resource } from '@merchant-console/declaration';
import { requestedSort } from '@merchant-console/ra-provider';
import { readListParams } from '@merchant-console/ra-declared/internal';

/** A declaration that isn't saved, and the one in use, or null if there is none. */
export interface Versions {
  next: Resource;
  stored: Resource | null;
}

/**
 * Returns a function that shows a stored record as it would be under the next version: with the values of renamed fields, and
 * without those of fields that have another type.
 */
export function rowsFor({ next, stored }: Versions): (row: RaRecord) => RaRecord {
  const former = new Map(Object.entries(next.declared.migrate?.rename ?? {}).map(([from, to]) => [to, from]));
  const find = (source: string | undefined) => stored?.fields.find((field) => field.source === source);
  /** Where the values of each field are stored, or null if there are none. */
  const from = new Map(
    next.fields.map(({ source, type }) => {
      const was = find(source) ?? find(former.get(source));
      return [source, was?.type === type ? was.source : null];
    }),
  );
  return (row) => {
    const values: [string, unknown][] = Object.entries(row);
    const others = values.filter(([key]) => !from.has(key));
    const own = [...from].flatMap(([source, was]): [string, unknown][] =>
      was !== null && was in row ? [[source, row[was]]] : [],
    );
    return { ...Object.fromEntries<unknown>([...others, ...own]), id: row.id };
  };
}

/**
 * What the server accepts of a list's parameters, because it knows the stored version only. Null if the filter needs the next
 * version; an order that does is left out.
 */
export function acceptedParams(
  { filter, sort }: GetListParams,
  stored: Resource,
): Pick<GetListParams, 'filter' | 'sort'> | null {
  const given: unknown = filter;
  const order = requestedSort(sort);
  const query = new URLSearchParams({
    filter: JSON.stringify(given ?? {}),
    ...(order && { sort: order.field, order: order.order }),
  });
  const read = readListParams(query.toString(), stored);
  const keys = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  const isKnown = keys.every((key) => key in read.filter);
  return isKnown ? { filter: read.filter, ...(read.sort && { sort: read.sort }) } : null;
}

/** What of a declaration can be shown before it is saved: no sums, charts and order by hand that the server doesn't know. */
export function previewedResource({ next, stored }: Versions): Resource {
  const { list } = next;
  const isOrdered = stored?.tree === next.tree && stored.order === next.order;
  const isSummed = (source: string) => stored?.list.summary.some((field) => field.source === source) === true;
  const hasCharts = JSON.stringify(stored?.list.charts) === JSON.stringify(list.charts);
  return {
    ...next,
    ...(!isOrdered && { tree: null, order: null }),
    list: {
      ...list,
      summary: list.summary.filter(({ source }) => isSummed(source)),
      charts: hasCharts ? list.charts : [],
    },
  };
}

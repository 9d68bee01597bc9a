import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { sortOrNone } from '#console/api/sortOrNone.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { ListParams } from './listParams.ts';
import { useDataProvider } from 'react-admin';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { Resource } from '#shared/declaration/resource.ts';

/** Rows of a list, under the key that react-admin's `useGetList` looks them up by, so that it finds what is there. */
export function listQuery(
  dataProvider: ConsoleDataProvider,
  resource: string,
  { page, perPage, sort, filter }: Pick<ListParams, 'sort' | 'filter'> & { page: number; perPage: number },
) {
  const params = { pagination: { page, perPage }, sort: sortOrNone(sort), filter };
  return queryOptions({
    queryKey: [resource, 'getList', params],
    queryFn: ({ signal }) => dataProvider.getList<IdentifiedRecord>(resource, { ...params, signal }),
    // What fails is asked for again when it is wanted.
    retry: false,
  });
}

/** Paging and sorting change nothing in it; the server adds up all rows of the filter, so it is not asked too often. */
const STALE_AFTER_MS = 30_000;

export function summaryQuery(dataProvider: ConsoleDataProvider, resource: Resource, filter: Filter) {
  return queryOptions({
    queryKey: [resource.name, 'getSummary', { filter }],
    queryFn: ({ signal }) => dataProvider.getSummary(resource.name, { filter, signal }),
    staleTime: STALE_AFTER_MS,
  });
}

/** Count and sums over all records of the filter. */
export function useSummary(resource: Resource, filter: Filter) {
  return useQuery(summaryQuery(useDataProvider<ConsoleDataProvider>(), resource, filter));
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import type { Filter } from '#shared/contract/listQuery.ts';
import type { Resource } from '#shared/declaration/resource.ts';

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

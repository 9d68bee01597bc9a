import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DeclaredCalls, DeclaredDataProvider } from '../DeclaredDataProvider.ts';
import { sortOrNone } from '@merchant-console/ra-provider';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import type { ListParams } from './listParams.ts';
import { useDataProvider, type DataProvider } from 'react-admin';
import type { Filter } from '@merchant-console/protocol';
import type { Resource } from '@merchant-console/declaration';

/** Query for rows of a list, under the key of react-admin's `useGetList`, so that the hook finds cached rows. */
export function listQuery(
  dataProvider: Pick<DataProvider, 'getList'>,
  resource: string,
  { page, perPage, sort, filter }: Pick<ListParams, 'sort' | 'filter'> & { page: number; perPage: number },
) {
  const params = { pagination: { page, perPage }, sort: sortOrNone(sort), filter };
  return queryOptions({
    queryKey: [resource, 'getList', params],
    queryFn: ({ signal }) => dataProvider.getList<IdentifiedRecord>(resource, { ...params, signal }),
    // A failed prefetch is repeated when the rows are needed.
    retry: false,
  });
}

/** In milliseconds. Paging and sorting don't change the sums, and the server adds up all rows of the filter. */
const STALE_AFTER_MS = 30_000;

/** Query for the count and sums of all records that match the filter, and for those of the groups of a chart. */
export function summaryQuery(
  dataProvider: Pick<DeclaredCalls, 'getSummary'>,
  resource: Resource,
  filter: Filter,
  groups?: Parameters<DeclaredCalls['getSummary']>[1]['groups'],
) {
  const params = { filter, ...(groups && { groups }) };
  return queryOptions({
    queryKey: [resource.name, 'getSummary', params],
    queryFn: ({ signal }) => dataProvider.getSummary(resource.name, { ...params, signal }),
    staleTime: STALE_AFTER_MS,
  });
}

/** Count and sums of all records that match the filter. */
export function useSummary(resource: Resource, filter: Filter) {
  return useQuery(summaryQuery(useDataProvider<DeclaredDataProvider>(), resource, filter));
}

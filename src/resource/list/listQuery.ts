import { queryOptions } from '@tanstack/react-query';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { sortOrNone } from '#console/api/sortOrNone.ts';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { ListParams } from './listParams.ts';

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

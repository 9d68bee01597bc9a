import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useGetList } from 'react-admin';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { sortOrNone } from '#console/api/sortOrNone.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { lastPage } from './lastPage.ts';
import type { ListParams } from './listParams.ts';

/**
 * The rows of a page; those of the page before stay until they have come. A page past the end, which only an address
 * or a shrinking list leads to, is left for the last one.
 */
export function useRows(resource: Resource, params: ListParams, toPage: (page: number) => void) {
  const { page, perPage, sort, filter } = params;
  const list = useGetList<IdentifiedRecord>(
    resource.name,
    { pagination: { page, perPage }, sort: sortOrNone(sort), filter },
    { placeholderData: keepPreviousData },
  );
  const { total, isPlaceholderData } = list;
  const isPastEnd = !isPlaceholderData && total !== undefined && page > lastPage(total, perPage);
  const leave = useEffectEvent(() => toPage(lastPage(total ?? 0, perPage)));
  useEffect(() => {
    if (isPastEnd) leave();
  }, [isPastEnd]);
  return { ...list, rows: isPastEnd ? undefined : list.data };
}

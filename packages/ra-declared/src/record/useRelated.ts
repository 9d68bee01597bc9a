import { useMemo } from 'react';
import { useGetManyReference } from 'react-admin';
import type { Filter } from '@merchant-console/protocol';
import { plainText, type RelatedList, type Resource, type Sort } from '@merchant-console/declaration';
import { sortOrNone } from '@merchant-console/ra-provider';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import { filterFor } from '../filterFor.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useResourceView } from '../useResourceView.ts';
import { useScope } from '../useScope.ts';
import { useShownRecord } from './useShownRecord.ts';

/** Number of records that the card shows. It links to the list with the rest. */
export const RELATED_SHOWN = 5;
/** Number of records whose events the history shows. */
export const IN_HISTORY = 20;

export type RelatedTarget = Pick<RelatedList, 'reference' | 'target' | 'source'> &
  Partial<Pick<RelatedList, 'sort' | 'filter'>>;

/** A related list that the user may see. */
export interface OwnRelated {
  /** The related resource on its menu page. */
  view: ResourceView;
  /** The list's filter besides the target. */
  filter: Filter;
}

/** The related resource with the filter, or null if the user may not list its records that belong to this one. */
export function useOwnRelated({ reference, target, filter: condition = null }: RelatedTarget): OwnRelated | null {
  const view = useResourceView(reference);
  const readScope = useScope();
  const written = JSON.stringify(condition);
  return useMemo(() => {
    const filter = view && filterFor(view, condition, readScope);
    // Without permission to see the target, the user can't filter by it.
    return filter && view.resource.list.filters.some(({ source }) => source === target) ? { view, filter } : null;
    // oxlint-disable-next-line react/exhaustive-deps -- `written` is the condition, which may be another object each time
  }, [target, written, view, readScope]);
}

/** The first related records of the shown record. Card and history share the request if both need as many. */
export function useListedRelated(
  { reference, target, source, sort = null }: RelatedTarget,
  { view: { resource }, filter }: OwnRelated,
  perPage: number,
) {
  return useGetManyReference<IdentifiedRecord>(reference, {
    target,
    id: plainText(useShownRecord()[source]),
    filter,
    pagination: { page: 1, perPage },
    sort: sortOrNone(sortIn(resource, sort)),
  });
}

/** The list's own order if there is no other, or the user may not see its field. */
export function sortIn({ fields, list }: Resource, sort: Sort | null): Sort | null {
  const isVisible = ['id', 'created_at', ...fields.map(({ source }) => source)].includes(sort?.field ?? '');
  return sort && isVisible ? sort : list.sort;
}

import { useGetManyReference } from 'react-admin';
import { permissionKey } from '@merchant-console/protocol';
import { plainText, type RelatedList } from '@merchant-console/declaration';
import { sortOrNone } from '@merchant-console/ra-provider';
import type { IdentifiedRecord } from '../fields/FieldTypeDefinition.ts';
import type { ResourceView } from '../ResourceView.ts';
import { useResourceView } from '../useResourceView.ts';
import { useShownRecord } from './useShownRecord.ts';

/** Number of records that the card shows. It links to the list with the rest. */
export const RELATED_SHOWN = 5;
/** Number of records whose events the history shows. */
export const IN_HISTORY = 20;

export type RelatedTarget = Pick<RelatedList, 'reference' | 'target' | 'source'>;

/** The related resource on its menu page, or null if the user may not list its records that belong to this one. */
export function useRelatedView({ reference, target }: RelatedTarget): ResourceView | null {
  const view = useResourceView(reference);
  if (!view?.permissions.includes(permissionKey(reference, 'list'))) return null;
  // Without permission to see the target field, the user can't filter by it.
  return view.resource.list.filters.some(({ source }) => source === target) ? view : null;
}

/** The newest related records of the shown record. Card and history share the request if both need as many. */
export function useListedRelated(
  { reference, target, source }: RelatedTarget,
  { resource }: ResourceView,
  perPage: number,
) {
  return useGetManyReference<IdentifiedRecord>(reference, {
    target,
    id: plainText(useShownRecord()[source]),
    filter: {},
    pagination: { page: 1, perPage },
    sort: sortOrNone(resource.list.sort),
  });
}

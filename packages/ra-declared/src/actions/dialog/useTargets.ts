import { useQuery } from '@tanstack/react-query';
import { useDataProvider, type Identifier } from 'react-admin';
import type { IdentifiedRecord } from '../../fields/FieldTypeDefinition.ts';
import { type Field, hasRecordOnly } from '@merchant-console/declaration';
import type { ResourceView } from '../../ResourceView.ts';
import { isApplicable } from '../offeredActions.ts';
import type { ActionTarget } from '../OpenAction.ts';

export type Targets =
  | { status: 'loading' }
  | { status: 'failed'; error: Error; retry(): void }
  /** `leftOut` is the number of selected records that don't fit or were deleted. */
  | { status: 'ready'; ids: readonly Identifier[]; records: readonly IdentifiedRecord[]; leftOut: number };

/**
 * Resolves the records that an action is sent for. For several, those that it doesn't fit are left out, because the
 * server would reject the whole request. This uses their current state, not the list's. A single record is fetched if
 * the user decides on fields that only its record response has.
 *
 * @param shown fields on which the user decides
 */
export function useTargets(view: ResourceView, target: ActionTarget, shown: readonly Field[]): Targets {
  const { action, ids, records } = target;
  const { name } = view.resource;
  const dataProvider = useDataProvider();
  const isBulk = action.scope === 'bulk';
  const isAsked = isBulk ? action.when !== null || shown.length > 0 : view.canShow && hasRecordOnly({ fields: shown });
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [name, 'actionTargets', action.key, ids],
    queryFn: async ({ signal }) => {
      if (isBulk) return (await dataProvider.getMany<IdentifiedRecord>(name, { ids: [...ids], signal })).data;
      return Promise.all(
        ids.map(async (id) => (await dataProvider.getOne<IdentifiedRecord>(name, { id, signal })).data),
      );
    },
    enabled: isAsked,
    // Not refetched with everything else after the action.
    staleTime: 'static',
    gcTime: 0,
  });
  if (!isAsked) return { status: 'ready', ids, records, leftOut: 0 };
  if (isFetching) return { status: 'loading' };
  if (error) return { status: 'failed', error, retry: () => void refetch() };
  // For a single record, the server says why it no longer fits.
  if (!isBulk) return { status: 'ready', ids, records: data ?? [], leftOut: 0 };
  const fitting = (data ?? []).filter((record) => isApplicable(view, action, record));
  const fittingIds = fitting.map(({ id }) => id);
  return { status: 'ready', ids: fittingIds, records: fitting, leftOut: ids.length - fitting.length };
}

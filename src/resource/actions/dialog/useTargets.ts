import { useQuery } from '@tanstack/react-query';
import { useDataProvider, type Identifier } from 'react-admin';
import type { IdentifiedRecord } from '#console/fields/FieldTypeDefinition.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { hasRecordOnly } from '#shared/declaration/resource.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { fits } from '../offeredActions.ts';
import type { ActionTarget } from '../OpenAction.ts';

export type Targets =
  | { status: 'loading' }
  | { status: 'failed'; error: Error; retry(): void }
  /** `leftOut`: how many of those chosen are not in a state for it, or are gone. */
  | { status: 'ready'; ids: readonly Identifier[]; records: readonly IdentifiedRecord[]; leftOut: number };

/**
 * The records that an action is sent for. Those of several that it does not fit are left out, by their state as it is
 * now and not as the list showed it: the server would refuse all because of one. A single record is asked for when the
 * user decides by what only its own answer has.
 * @param shown fields that the user decides by
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
    // Not asked again with all that is refreshed once it is done.
    staleTime: 'static',
    gcTime: 0,
  });
  if (!isAsked) return { status: 'ready', ids, records, leftOut: 0 };
  if (isFetching) return { status: 'loading' };
  if (error) return { status: 'failed', error, retry: () => void refetch() };
  // Why a single one does not fit any more, the server says.
  if (!isBulk) return { status: 'ready', ids, records: data ?? [], leftOut: 0 };
  const fitting = (data ?? []).filter((record) => fits(action, record));
  const fittingIds = fitting.map(({ id }) => id);
  return { status: 'ready', ids: fittingIds, records: fitting, leftOut: ids.length - fitting.length };
}

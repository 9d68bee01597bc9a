import { useQuery } from '@tanstack/react-query';
import { useDataProvider, type Identifier } from 'react-admin';
import type { IdentifiedRecord } from '#console/fieldTypes/FieldTypeDefinition.ts';
import { fits } from '../offeredActions.ts';
import type { ActionTarget } from '../OpenAction.ts';

export type Targets =
  | { status: 'loading' }
  | { status: 'failed'; error: Error; retry(): void }
  /** `leftOut`: how many of those chosen are not in a state for it, or are gone. */
  | { status: 'ready'; ids: readonly Identifier[]; leftOut: number };

/**
 * The records that an action is sent for. Those of several that it does not fit are left out, by their state as it is
 * now and not as the list showed it: the server would refuse all because of one.
 */
export function useTargets(resource: string, { action, ids }: ActionTarget): Targets {
  const dataProvider = useDataProvider();
  const isChecked = action.scope === 'bulk' && action.when !== null;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [resource, 'actionTargets', action.key, ids],
    queryFn: async ({ signal }) =>
      (await dataProvider.getMany<IdentifiedRecord>(resource, { ids: [...ids], signal })).data,
    enabled: isChecked,
    // Not asked again with all that is refreshed once it is done.
    staleTime: 'static',
    gcTime: 0,
  });
  if (!isChecked) return { status: 'ready', ids, leftOut: 0 };
  if (isFetching) return { status: 'loading' };
  if (error) return { status: 'failed', error, retry: () => void refetch() };
  const fitting = (data ?? []).filter((record) => fits(action, record)).map(({ id }) => id);
  return { status: 'ready', ids: fitting, leftOut: ids.length - fitting.length };
}

import { useQuery, useQueryClient, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useApi, inBackground, type Api } from '#console/api/createApi.ts';
import { onHint } from './hints.ts';

/** Changes within this many milliseconds are combined. */
const AT_MOST_EVERY_MS = 2_000;

interface LiveQueryOptions<Data> extends Omit<UseQueryOptions<Data>, 'queryFn'> {
  /**
   * The resources that it depends on, such as `orders`. Users who may not list a resource aren't notified of its
   * changes.
   */
  resource: string | readonly string[];
  /** Makes the request through the given `api`: requests caused by changes don't keep the session alive. */
  ask(this: void, api: Api, signal: AbortSignal): Promise<Data>;
  /** True if changes affect the current data. Default: true. */
  follows?(this: void, data: Data | undefined): boolean;
}

/**
 * A query of a handwritten page that is refetched when records may have changed: immediately, then at most every two
 * seconds. The previous data stays until the response arrives. A hidden page isn't notified, and refetches when it is
 * shown again.
 */
export function useLiveQuery<Data>({
  resource,
  ask,
  follows,
  ...options
}: LiveQueryOptions<Data>): UseQueryResult<Data> {
  const api = useApi();
  const queryClient = useQueryClient();
  const isByItself = useRef(false);
  const query = useQuery<Data>({
    ...options,
    queryFn: ({ signal }) => ask(isByItself.current ? inBackground(api) : api, signal),
  });
  /** @param hasNone true during the first fetch, which may predate the change and can't be cancelled */
  const askAnew = async (hasNone: boolean): Promise<void> => {
    if (hasNone) await query.refetch();
    isByItself.current = true;
    await query.refetch();
    isByItself.current = false;
  };
  useChanged(resource, () => {
    const state = queryClient.getQueryState<Data>(options.queryKey);
    const isUnderWay = state?.fetchStatus === 'fetching';
    if (isUnderWay || follows?.(state?.data) !== false) void askAnew(isUnderWay && state.data === undefined);
  });
  return query;
}

function useChanged(resource: string | readonly string[], callback: () => void): void {
  const names = typeof resource === 'string' ? resource : resource.join(' ');
  const call = useEffectEvent(callback);
  useEffect(() => {
    const wanted = new Set(names.split(' '));
    let calledAt = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onHint((hint) => {
      if (hint !== null && !hint.some((name) => wanted.has(name))) return;
      timer ??= setTimeout(
        () => {
          timer = undefined;
          calledAt = performance.now();
          call();
        },
        Math.max(0, calledAt + AT_MOST_EVERY_MS - performance.now()),
      );
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [names]);
}

import { useQuery, useQueryClient, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useApi, inBackground, type Api } from '#console/api/createApi.ts';
import { onHint } from './hints.ts';

/** Several changes within this are one, in milliseconds. */
const AT_MOST_EVERY_MS = 2_000;

interface LiveQueryOptions<Data> extends Omit<UseQueryOptions<Data>, 'queryFn'> {
  /** Of what it tells: such as `orders`, or several. Who may not list one of them never hears of it. */
  resource: string | readonly string[];
  /** Asks by the `api` that it is given: what is asked because something has changed keeps no session alive. */
  ask(this: void, api: Api, signal: AbortSignal): Promise<Data>;
  /** Whether changes matter to what is shown at the moment; absent: they do. */
  follows?(this: void, data: Data | undefined): boolean;
}

/**
 * A query of a page by hand that is asked again when records may have changed: at once, then at most every two seconds.
 * What it has shown stays until the answer is there. A page that is kept behind another hears nothing: what it shows is
 * asked for anew when it is shown again.
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
  /** @param hasNone an answer is under way, the first: it may have been read before the change, and cannot be called off */
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

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDataProvider, useEvent } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { savesData } from '#console/ui/loading/useApproach.ts';
import type { ListParams } from './listParams.ts';
import { listQuery } from './listQuery.ts';

/**
 * Time in milliseconds after which a prefetched page that wasn't opened is dropped, because its rows would be stale.
 */
const KEPT_MS = 60_000;

/** Delay in milliseconds for browsers without `requestIdleCallback`. */
const IDLE_AFTER = 300;

/**
 * Prefetches the rows of the next page when the browser is idle, unless it is set to save data.
 *
 * @param params state of the list
 * @param hasNext true if the current rows are loaded and more pages follow
 * @returns function that prefetches the rows of any page
 */
export function useNextPages(resource: string, params: ListParams, hasNext: boolean): (page: number) => void {
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const ask = useEvent((page: number) => {
    queryClient.query({ ...listQuery(dataProvider, resource, { ...params, page }), gcTime: KEPT_MS }).catch(() => {
      // Opening the page fetches again.
    });
  });
  useEffect(() => (hasNext && !savesData() ? whenIdle(() => ask(params.page + 1)) : undefined), [hasNext, params, ask]);
  return ask;
}

/** Calls `act` when the browser is idle. Returns a function that cancels it. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, IDLE_AFTER);
  return () => clearTimeout(timer);
}

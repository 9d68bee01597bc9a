import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDataProvider, useEvent } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { savesData } from '#console/ui/loading/useApproach.ts';
import type { ListParams } from './listParams.ts';
import { listQuery } from './listQuery.ts';

/** A page that nobody has turned to is forgotten after so long, in milliseconds: its rows would be old. */
const KEPT_MS = 60_000;

/** Not all browsers tell when they are idle; there it is this much later, in milliseconds. */
const IDLE_AFTER = 300;

/**
 * Asks for the rows of the next page when the browser is idle, unless it is told to save data.
 *
 * @param params what the list shows
 * @param hasNext its rows are there, and more pages come after them
 * @returns asks for the rows of any page of it
 */
export function useNextPages(resource: string, params: ListParams, hasNext: boolean): (page: number) => void {
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const ask = useEvent((page: number) => {
    queryClient.query({ ...listQuery(dataProvider, resource, { ...params, page }), gcTime: KEPT_MS }).catch(() => {
      // Turning to it asks again.
    });
  });
  useEffect(() => (hasNext && !savesData() ? whenIdle(() => ask(params.page + 1)) : undefined), [hasNext, params, ask]);
  return ask;
}

/** Calls `act` when the page has nothing else to do; the returned function takes that back. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, IDLE_AFTER);
  return () => clearTimeout(timer);
}

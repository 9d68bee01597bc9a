import { QueryClient } from '@tanstack/react-query';
import { millisecondsInHour } from 'date-fns/constants';
import { ApiError } from './ApiError.ts';

/** Data this young is shown again without asking, as when one comes back from a record to its list. */
const STALE_AFTER_MS = 10_000;
/** How long what a hidden page shows is kept for it. */
const KEPT_MS = millisecondsInHour;
const RETRY_DELAY_MS = 500;

/**
 * The cache of one session. A lost connection is tried once more, since that fails fast; an answer is an answer, and
 * after a timeout a person has waited long enough. `always`: being offline is told at once, not waited out.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        refetchOnMount: ({ state }) => state.isInvalidated || Date.now() - state.dataUpdatedAt > KEPT_STALE_AFTER_MS,
        // Kept pages hold no subscription while they are hidden.
        gcTime: KEPT_MS,
        networkMode: 'always',
        retry: retryLostConnection,
        retryDelay: RETRY_DELAY_MS,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/**
 * A page that was kept while another was open shows what it had, without a word, for as long as this, in milliseconds;
 * after an hour nobody should take an old balance for a new one.
 */
export const KEPT_STALE_AFTER_MS = 60_000;

/** By which the deletion of a record is known among react-query's mutations, as long as it is under way. */
export function deletionKey(resource: string, id: string | number): readonly unknown[] {
  return [resource, 'delete', String(id)];
}

/** Retries once after a network error. Also for react-admin's record controllers, which don't retry unless they are told to. */
export function retryLostConnection(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.kind === 'network';
}

import { QueryClient } from '@tanstack/react-query';
import { millisecondsInHour } from 'date-fns/constants';
import { ApiError } from '@merchant-console/ra-provider';

/** Younger data is shown without a refetch, for example when the user returns from a record to its list. */
const STALE_AFTER_MS = 10_000;
/** Time for which a hidden page's data is kept. */
const KEPT_MS = millisecondsInHour;
const RETRY_DELAY_MS = 500;

/**
 * The query cache of one session. Retries once after a network error, which fails fast. Doesn't retry error responses
 * or timeouts: the user has already waited. `always` makes requests fail while offline instead of pausing.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        refetchOnMount: ({ state }) => state.isInvalidated || Date.now() - state.dataUpdatedAt > KEPT_STALE_AFTER_MS,
        // Hidden kept pages have no subscription to their queries.
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
 * Milliseconds after which a kept page refetches when the user returns to it. Until then it shows its old data. After
 * an hour, an old balance could be mistaken for a current one.
 */
export const KEPT_STALE_AFTER_MS = 60_000;

/** Mutation key of a record's deletion while it is in progress. */
export function deletionKey(resource: string, id: string | number): readonly unknown[] {
  return [resource, 'delete', String(id)];
}

/**
 * Retries once after a network error. Also passed to react-admin's record controllers, which don't retry by default.
 */
export function retryLostConnection(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.kind === 'network';
}

import { QueryClient } from '@tanstack/react-query';
import { millisecondsInHour } from 'date-fns/constants';
import { KEPT_STALE_AFTER_MS, retryLostConnection } from '@merchant-console/ra-declared/internal';

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

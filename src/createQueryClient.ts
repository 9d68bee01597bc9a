import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/ApiError.ts';

/** Data this young is shown again without asking, as when one comes back from a record to its list. */
const STALE_AFTER_MS = 10_000;
/**
 * A page that was kept while another was open shows what it had, without a word, for as long as this; after an hour
 * nobody should take an old balance for a new one.
 */
const KEPT_STALE_AFTER_MS = 60_000;
/** How long what a hidden page shows is kept for it. */
const KEPT_MS = 60 * 60_000;
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
        retry: (failures, error) => failures < 1 && error instanceof ApiError && error.kind === 'network',
        retryDelay: RETRY_DELAY_MS,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

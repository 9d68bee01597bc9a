import { homeInfo } from '#shared/contract/home.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';

const REFRESH_MS = 60_000;

/** What its figures are of. */
const SOURCES = [
  ...['orders', 'ledgers', 'payouts', 'channels', 'payment_requests'],
  ...['deposit_reviews', 'withdrawal_reviews', 'adjustments'],
];

/**
 * What the dashboard shows. The one place that asks for it: when the page is opened or shown again, when what it shows has
 * changed, every minute while it is seen, and when `refetch` is called.
 */
export function useHome() {
  return useLiveQuery({
    resource: SOURCES,
    queryKey: ['home'],
    ask: (api, signal) => api(homeInfo, { query: {}, signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    retry: false,
  });
}

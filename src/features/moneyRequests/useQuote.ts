import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MoneyQuote } from '#shared/contract/moneyForms.ts';
import { useApi } from '#console/api/createApi.ts';
import type { MoneyKind, QuoteInput } from './moneyKinds.ts';

/** A figure this old is asked for again before anything is done by it. */
const ASK_AGAIN_MS = 10_000;

export interface QuoteState {
  quote: MoneyQuote | null;
  /** Why there is none. */
  error: Error | null;
  /** None is known yet for what stands in the form. */
  isPending: boolean;
}

interface Quote extends QuoteState {
  /** Asks again, whatever is known. @throws as the call does */
  askNow(input: QuoteInput): Promise<MoneyQuote>;
}

/**
 * What a request would cost, and whether it would be taken.
 * @param input null while there is nothing to ask for
 */
export function useQuote(kind: MoneyKind, input: QuoteInput | null, { isWatched }: { isWatched: boolean }): Quote {
  const api = useApi();
  const queryClient = useQueryClient();
  const options = (asked: QuoteInput) => ({
    queryKey: ['moneyQuote', kind.page, asked.choice, asked.amount],
    queryFn: ({ signal }: { signal: AbortSignal }) => kind.quote(api, asked, signal),
    retry: false,
    staleTime: 0,
    meta: { isToldInPlace: true },
    gcTime: 0,
  });
  const { data, error, isFetching } = useQuery({
    ...options(input ?? { choice: '', amount: '' }),
    enabled: input !== null,
    refetchInterval: isWatched ? ASK_AGAIN_MS : false,
  });
  return {
    quote: error === null ? (data ?? null) : null,
    error: input === null ? null : error,
    isPending: input !== null && isFetching && data === undefined && error === null,
    askNow: (asked) => queryClient.query(options(asked)),
  };
}

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { statement as statementCall, type StatementQuery } from '#shared/contract/statements.ts';
import { useApi } from '#console/api/ApiContext.ts';
import { parametersOf } from './parametersOf.ts';
import { periodIn, type Period } from './periods.ts';

/** Long enough for the address to be completed by what the server chose. */
const FRESH_MS = 5_000;
const keyOf = (query: StatementQuery) => ['statement', query.from, query.to, query.currency];

/** The statement that the address names; an address that names no days gets those that the server takes. */
export function useStatement(address: string) {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const currency = new URLSearchParams(search).get('currency');
  const named = periodIn(search);
  const query: StatementQuery = { ...named, ...(currency !== null && currency !== '' && { currency }) };
  const result = useQuery({
    queryKey: keyOf(query),
    queryFn: ({ signal }) => api(statementCall, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
  });
  const { data, isPlaceholderData } = result;
  const addressOf = (next: StatementQuery) => `${address}?${new URLSearchParams(parametersOf(next))}`;
  const isComplete = named.from !== undefined && named.to !== undefined;
  useEffect(() => {
    if (isComplete || !data || isPlaceholderData) return;
    const next = { ...query, ...data.period };
    client.setQueryData(keyOf(next), data);
    void navigate(addressOf(next), { replace: true });
  });
  const period = isComplete ? { from: named.from ?? '', to: named.to ?? '' } : data?.period;
  return {
    ...{ data, query, error: result.error, isUpdating: isPlaceholderData, refetch: result.refetch },
    ...{ period, currency: query.currency ?? null },
    addressOfPeriod: (next: Period) => addressOf({ ...query, ...next }),
    choosePeriod: (next: Period) => void navigate(addressOf({ ...query, ...next })),
    /** @param chosen null: all of them */
    chooseCurrency(chosen: string | null) {
      const { currency: _, ...others } = query;
      void navigate(addressOf({ ...others, ...(chosen !== null && { currency: chosen }) }));
    },
  };
}

export type StatementState = ReturnType<typeof useStatement>;

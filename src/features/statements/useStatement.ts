import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { statement as statementCall, type StatementQuery, type Statement } from '#shared/contract/statements.ts';
import { useApi } from '#console/api/createApi.ts';
import { addDays, countDays, firstOfMonth, formatAmount, isDay, scaleOfCurrency } from '@merchant-console/declaration';
import { useFormatContext } from '@merchant-console/ra-declared';

/** Long enough for the address to be completed with the server's choice. */
const FRESH_MS = 5_000;
const keyOf = (query: StatementQuery) => ['statement', query.from, query.to, query.currency];

/** The statement in the address. If the address has no days, the server's default days are added. */
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
    data,
    query,
    error: result.error,
    isUpdating: isPlaceholderData,
    refetch: result.refetch,
    period,
    currency: query.currency ?? null,
    addressOfPeriod: (next: Period) => addressOf({ ...query, ...next }),
    choosePeriod: (next: Period) => void navigate(addressOf({ ...query, ...next })),
    /** @param chosen null for all */
    chooseCurrency(chosen: string | null) {
      const { currency: _, ...others } = query;
      void navigate(addressOf({ ...others, ...(chosen !== null && { currency: chosen }) }));
    },
  };
}

export type StatementState = ReturnType<typeof useStatement>;

/** A query as URL parameters. */
export function parametersOf({ from, to, currency }: StatementQuery): Record<string, string> {
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(currency !== undefined && { currency }),
  };
}

type Period = Statement['period'];

/** Common periods, by their translation key `statement.<key>`. */
export const PERIODS = {
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  today: (today) => ({ from: today, to: today }),
  last_7_days: (today) => ({ from: addDays(today, -7), to: addDays(today, -1) }),
  this_month: (today) => ({ from: firstOfMonth(today), to: today }),
  last_month: (today) => {
    const last = addDays(firstOfMonth(today), -1);
    return { from: firstOfMonth(last), to: last };
  },
} as const satisfies Readonly<Record<string, (today: string) => Period>>;

/**
 * The adjacent period of the same length, before (-1) or after (1), without days in the future. Null if no day is left.
 */
export function neighbour({ from, to }: Period, direction: -1 | 1, today: string): Period | null {
  const length = countDays({ from, to });
  const moved = { from: addDays(from, direction * length), to: addDays(to, direction * length) };
  if (moved.from > today) return null;
  return { ...moved, to: moved.to > today ? today : moved.to };
}

/** The days in an address, without invalid ones. */
function periodIn(search: string): Partial<Period> {
  const parameters = new URLSearchParams(search);
  const day = (name: 'from' | 'to') => {
    const value = parameters.get(name);
    return value !== null && isDay(value) ? { [name]: value } : {};
  };
  return { ...day('from'), ...day('to') };
}

/** Functions that format minor units without the currency: `moved` adds a sign to incoming amounts too. */
export function useAmounts(currency: string) {
  const { currencyData } = useFormatContext();
  const scale = scaleOfCurrency(currency, currencyData);
  const plain = (minor: string) => formatAmount(minor, scale);
  return { plain, moved: (minor: string) => (BigInt(minor) > 0n ? `+${plain(minor)}` : plain(minor)) };
}

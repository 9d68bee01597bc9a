import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Filter } from '@merchant-console/protocol';
import {
  LONGEST_PERIOD,
  submerchantStatistics,
  type Period,
  type StatisticsMember,
  type StatisticsOverview,
} from '#shared/contract/submerchantStatistics.ts';
import { addDays, countDays, dayInZone, endOfDay, isDay, startOfDay, tenantZone } from '@merchant-console/declaration';
import { useFormatContext } from '@merchant-console/ra-declared';
import { datePresets, useListFilter, useListLink } from '@merchant-console/ra-declared/internal';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';

const BRANCH = 'branch_id';
/** Fields that filter both the overview and the list. */
export const OVERVIEW_FILTERS: readonly string[] = [BRANCH, 'day'];

/** The sums for the period and branch in the list's filter. A filter without a period gets the default one. */
export function useStatistics() {
  const { clock, currencyData } = useFormatContext();
  const [filter, setFilter] = useListFilter();
  const today = dayInZone(clock.now(), tenantZone(currencyData));
  const named = periodIn(filter, today);
  const period = named ?? defaultPeriod(today);
  const lacksPeriod = named === null;
  useEffect(() => {
    if (!lacksPeriod) return;
    const { from, to } = defaultPeriod(today);
    setFilter({ ...filter, [DAY_FROM]: from, [DAY_TO]: to }, undefined, true);
  }, [lacksPeriod, today, filter, setFilter]);
  const branch = typeof filter[BRANCH] === 'string' ? filter[BRANCH] : null;
  const query = { ...period, ...(branch !== null && { submerchant_id: branch }) };
  const { data, error, isPlaceholderData, refetch } = useLiveQuery({
    resource: 'submerchant_stats',
    queryKey: ['submerchantStatistics', query],
    ask: (api, signal) => api(submerchantStatistics, { query, signal }),
    enabled: !isTooLong(period),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return {
    filter,
    setFilter,
    today,
    period,
    data,
    error,
    isUpdating: isPlaceholderData,
    refetch,
    choosePeriod({ from, to }: Period) {
      setFilter({ ...filter, [DAY_FROM]: from, [DAY_TO]: to });
    },
    /** @param id null for all */
    chooseBranch(id: string | null) {
      const { [BRANCH]: _, ...others } = filter;
      setFilter(id === null ? others : { ...others, [BRANCH]: id });
    },
  };
}

export type StatisticsState = ReturnType<typeof useStatistics>;

const DAY_FROM = 'day_gte';
const DAY_TO = 'day_lte';
const DEFAULT_PRESET = 'last_7_days';

/** The initially shown days. */
export function defaultPeriod(today: string): Period {
  return datePresets[DEFAULT_PRESET]?.(today) ?? { from: today, to: today };
}

/**
 * The days in a list's filter, or null if there are none. A missing end becomes today, a missing start the earliest day
 * that can be summed up.
 */
export function periodIn(filter: Filter, today: string): Period | null {
  const [from, to] = [dayIn(filter[DAY_FROM]), dayIn(filter[DAY_TO])];
  if (from === null && to === null) return null;
  const last = to ?? (from !== null && from > today ? from : today);
  return { from: from ?? addDays(last, 1 - LONGEST_PERIOD), to: last };
}

/** True if the period has more days than can be summed up. */
export function isTooLong(period: Period): boolean {
  return countDays(period) > LONGEST_PERIOD;
}

function dayIn(value: Filter[string] | undefined): string | null {
  return typeof value === 'string' && isDay(value) ? value : null;
}

export const KINDS = ['collection', 'payout'] as const;
export type Kind = (typeof KINDS)[number];

const RESOURCES: Record<Kind, string> = { collection: 'submerchant_orders', payout: 'submerchant_payouts' };

/** Outcome of orders, as far as there are figures for it. */
export type Outcome = 'open' | 'success';

const STATUSES: Record<Kind, Record<Outcome, string[]>> = {
  collection: { open: ['pending'], success: ['success'] },
  payout: { open: ['pending_approval', 'pending', 'processing'], success: ['success'] },
};

interface Figure {
  kind: Kind;
  /** Default: any outcome. */
  outcome?: Outcome;
  /** Default: the whole shown period. */
  period?: Period;
  member?: StatisticsMember;
}

export type FilteredOrdersLink = (figure: Figure) => string | null;

/**
 * Returns the address of the list filtered to the orders that a figure counts, or null if the user's menu has no such
 * list.
 */
export function useFilteredOrdersLink(
  { period, path, currencies }: StatisticsOverview,
  currency: string,
): FilteredOrdersLink {
  const { currencyData } = useFormatContext();
  const listLink = useListLink();
  const head = path.at(-1);
  return (figure) => {
    const scope = {
      period: figure.period ?? period,
      member: figure.member ?? (head ? { id: head.id, is_self: false } : null),
      currency: currencies.length > 1 ? currency : null,
      timeZone: tenantZone(currencyData),
    };
    const status = figure.outcome && STATUSES[figure.kind][figure.outcome];
    return listLink(RESOURCES[figure.kind], countedOrdersFilter(scope, status));
  };
}

interface FigureScope {
  period: Period;
  /** The merchant of the orders, or null for all sub-merchants. */
  member: Pick<StatisticsMember, 'id' | 'is_self'> | null;
  /** Null if all orders are in one currency. */
  currency: string | null;
  timeZone: string;
}

/**
 * The filter of the order list that selects exactly the orders that a figure counts.
 * @param status of the counted orders. Default: all
 */
export function countedOrdersFilter({ period, member, currency, timeZone }: FigureScope, status?: string[]): Filter {
  return {
    ...(member && { [member.is_self ? 'submerchant_id' : 'branch_id']: member.id }),
    ...(status && { status }),
    ...(currency !== null && { currency }),
    created_at_gte: startOfDay(period.from, timeZone).toISOString(),
    created_at_lte: endOfDay(period.to, timeZone).toISOString(),
  };
}

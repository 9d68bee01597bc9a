import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { submerchantStatistics, LONGEST_PERIOD, type Period } from '#shared/contract/submerchantStatistics.ts';
import { tenantZone } from '#shared/contract/session.ts';
import { dayInZone, addDays, countDays } from '#shared/format/timeZone.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';
import { useListFilter } from '#console/resource/list/useListFilter.ts';
import type { Filter } from '#shared/contract/listQuery.ts';
import { isDay } from '#shared/declaration/dayAndInstant.ts';
import { datePresets } from '#console/fields/datetime/datePresets.ts';

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

import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { submerchantStatistics, LONGEST_PERIOD, type Period } from '#shared/contract/submerchantStatistics.ts';
import { dayInZone, addDays, countDays } from '#shared/format/timeZone.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';
import { useListFilter } from '#console/resource/list/useListFilter.ts';
import type { Filter } from '#shared/contract/listQuery.ts';
import { isDay } from '#shared/declaration/dayAndInstant.ts';
import { datePresets } from '#console/fields/datetime/datePresets.ts';

const BRANCH = 'branch_id';
/** Fields by which the overview is narrowed, and the list with it. */
export const OVERVIEW_FILTERS: readonly string[] = [BRANCH, 'day'];

/** The sums of the period and branch that the list below is filtered by. One of no period gets the usual one. */
export function useStatistics() {
  const { clock, currencyData } = useFormatContext();
  const [filter, setFilter] = useListFilter();
  const today = dayInZone(clock.now(), currencyData.time_zone);
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
    branch,
    data,
    error,
    isUpdating: isPlaceholderData,
    refetch,
    choosePeriod({ from, to }: Period) {
      setFilter({ ...filter, [DAY_FROM]: from, [DAY_TO]: to });
    },
    /** @param id null: all of them */
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

/** The days that are shown unless somebody chooses others. */
export function defaultPeriod(today: string): Period {
  return datePresets[DEFAULT_PRESET]?.(today) ?? { from: today, to: today };
}

/**
 * The days that a list's filter names; null when it names none. An end that is open is today, or as many days before the
 * other as can be summed up.
 */
export function periodIn(filter: Filter, today: string): Period | null {
  const [from, to] = [dayIn(filter[DAY_FROM]), dayIn(filter[DAY_TO])];
  if (from === null && to === null) return null;
  const last = to ?? (from !== null && from > today ? from : today);
  return { from: from ?? addDays(last, 1 - LONGEST_PERIOD), to: last };
}

/** Whether there are more days than can be summed up. */
export function isTooLong(period: Period): boolean {
  return countDays(period) > LONGEST_PERIOD;
}

function dayIn(value: Filter[string] | undefined): string | null {
  return typeof value === 'string' && isDay(value) ? value : null;
}

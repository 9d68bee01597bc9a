import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { submerchantStatistics, type Period } from '#shared/contract/submerchantStatistics.ts';
import type { Resource } from '#shared/declaration/resource.ts';
import { dayInZone } from '#shared/format/timeZone.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { useLiveQuery } from '#console/live/useLiveQuery.ts';
import { useListParams } from '#console/views/list/useListParams.ts';
import { DAY_FROM, DAY_TO, defaultPeriod, isTooLong, periodIn } from './period.ts';

const BRANCH = 'branch_id';
/** Fields by which the overview is narrowed, and the list with it. */
export const OVERVIEW_FILTERS: readonly string[] = [BRANCH, 'day'];

/** The sums of the period and branch that the list below is filtered by. One of no period gets the usual one. */
export function useStatistics(resource: Resource) {
  const { clock, currencyData } = useFormatContext();
  const [{ filter }, { changeFilter }] = useListParams(resource);
  const today = dayInZone(clock.now(), currencyData.time_zone);
  const named = periodIn(filter, today);
  const period = named ?? defaultPeriod(today);
  const lacksPeriod = named === null;
  useEffect(() => {
    if (!lacksPeriod) return;
    const { from, to } = defaultPeriod(today);
    changeFilter((current) => ({ ...current, [DAY_FROM]: from, [DAY_TO]: to }), { replace: true });
  }, [lacksPeriod, today, changeFilter]);
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
    ...{ filter, changeFilter, today, period, branch },
    ...{ data, error, isUpdating: isPlaceholderData, refetch },
    choosePeriod({ from, to }: Period) {
      changeFilter((current) => ({ ...current, [DAY_FROM]: from, [DAY_TO]: to }));
    },
    /** @param id null: all of them */
    chooseBranch(id: string | null) {
      changeFilter(({ [BRANCH]: _, ...others }) => (id === null ? others : { ...others, [BRANCH]: id }));
    },
  };
}

export type StatisticsState = ReturnType<typeof useStatistics>;

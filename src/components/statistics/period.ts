import type { Filter } from '#shared/contract/listQuery.ts';
import { LONGEST_PERIOD, type Period } from '#shared/contract/submerchantStatistics.ts';
import { isDay } from '#shared/declaration/dayAndInstant.ts';
import { addDays } from '#shared/format/timeZone.ts';
import { datePresets } from '#console/fieldTypes/datetime/datePresets.ts';

export const DAY_FROM = 'day_gte';
export const DAY_TO = 'day_lte';
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
export function isTooLong({ from, to }: Period): boolean {
  return addDays(from, LONGEST_PERIOD) <= to;
}

function dayIn(value: Filter[string] | undefined): string | null {
  return typeof value === 'string' && isDay(value) ? value : null;
}

import type { Filter } from '#shared/contract/listQuery.ts';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { filterOf } from '#shared/declaration/fieldTraits.ts';
import { readInstant } from '#shared/format/readInstant.ts';
import { addDays, countDays, dayInZone, endOfDay, startOfDay } from '#shared/format/timeZone.ts';
import { filterKeys, filterValues } from '#console/fields/filters/filterValues.ts';

/** Lengths, in days, that are offered in place of a shorter range. */
const LENGTHS = [7, 30, 90] as const;

export interface WidenedRange {
  /** In days, the last one included. */
  days: number;
  /** What the list is then asked of the field. */
  filter: Filter;
}

/** Whether a filter asks for a range of days of `field`. */
export function hasDayRange(filter: Filter, field: Field): boolean {
  if ((field.type !== 'date' && field.type !== 'datetime') || filterOf(field) !== 'range') return false;
  return filterKeys(field).some((key) => filter[key] !== undefined);
}

/**
 * Longer ranges that end on the same day as that of the filter, or today where it has no end, in the zone's calendar. A
 * range without a beginning can't be longer at that side, so there are none for it.
 */
export function widenedRanges(filter: Filter, field: Field, now: Date, zone: string): WidenedRange[] {
  const [fromKey, toKey] = filterKeys(field);
  const dayOf = (key: string | undefined) => {
    const [value] = filterValues(filter, key);
    if (field.type === 'date') return typeof value === 'string' ? value : null;
    const instant = readInstant(value);
    return instant && dayInZone(instant, zone);
  };
  const from = dayOf(fromKey);
  if (fromKey === undefined || toKey === undefined || from === null) return [];
  const to = dayOf(toKey);
  const last = to ?? dayInZone(now, zone);
  const length = countDays({ from, to: last });
  return LENGTHS.filter((days) => days > length).map((days) => {
    const first = addDays(last, 1 - days);
    const isDay = field.type === 'date';
    return {
      days,
      filter: {
        [fromKey]: isDay ? first : startOfDay(first, zone).toISOString(),
        ...(to !== null && { [toKey]: isDay ? last : endOfDay(last, zone).toISOString() }),
      },
    };
  });
}

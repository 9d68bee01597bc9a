import { addDays, addMonths, type ListChart } from '@merchant-console/declaration';
import { type Filter, type Group, MOST_GROUPS, type PeriodName, type Summary } from '@merchant-console/protocol';
import { filterValues, takesSeveral } from '../../fields/filters/filterValues.ts';
import { withinDays } from '../calendar/days.ts';

/** A group of records, as a chart shows it. */
export interface Bar {
  /** Value of the records or first day of their period; null for those without one. */
  value: string | null;
  count: number;
  sums: Group['sums'];
}

interface Bars {
  bars: Bar[];
  /** Number of records in no bar: those of smaller groups, or of earlier periods. */
  left: number;
}

/** The bars of a chart in their order: choices as declared, other values by number of records, periods by time. */
export function barsOf({ by, per }: ListChart, { groups = [], others }: Summary): Bars {
  const left = others?.count ?? 0;
  if (per !== null) return periodsOf(groups, per, left);
  if (by.type !== 'enum') return { bars: groups, left };
  const places = new Map(by.choices.map(({ id }, at) => [id, at]));
  const placeOf = ({ value }: Bar) => (value === null ? Infinity : (places.get(value) ?? places.size));
  return { bars: groups.toSorted((one, other) => placeOf(one) - placeOf(other)), left };
}

/** The latest periods without gaps, and the records without a time. */
function periodsOf(groups: readonly Group[], per: PeriodName, others: number): Bars {
  const within = new Map(groups.map((group) => [group.value, group]));
  const [first, ...later] = groups.flatMap(({ value }) => value ?? []).toSorted();
  const bars: Bar[] = [];
  if (first !== undefined) {
    for (let day = later.at(-1) ?? first; day >= first && bars.length < MOST_GROUPS; day = stepped(day, per, -1)) {
      bars.unshift(within.get(day) ?? { value: day, count: 0, sums: {} });
    }
  }
  const undated = within.get(null);
  const shown = [...bars, ...(undated ? [undated] : [])];
  const countOf = (some: readonly Bar[]) => some.reduce((sum, { count }) => sum + count, 0);
  return { bars: shown, left: others + countOf(groups) - countOf(shown) };
}

/** The first day of an earlier or later period. */
function stepped(day: string, per: PeriodName, by: number): string {
  switch (per) {
    case 'day':
      return addDays(day, by);
    case 'week':
      return addDays(day, 7 * by);
    case 'month':
      return addMonths(day, by);
    case 'year':
      return addMonths(day, 12 * by);
  }
}

/** The part of a list's filter that finds the records of a bar. Null if no filter finds them. */
export function filterOfBar({ by, per }: ListChart, { value }: Pick<Bar, 'value'>, zone: string): Filter | null {
  if (value === null) return null;
  if (per === null) return { [by.source]: takesSeveral(by) ? [value] : value };
  return withinDays({}, by, { from: value, to: addDays(stepped(value, per, 1), -1) }, zone);
}

/** True if the list is filtered by this part. */
export function isChosen(filter: Filter, part: Filter): boolean {
  return Object.keys(part).every((key) =>
    filterValues(part, key).every((value) => filterValues(filter, key).includes(value)),
  );
}

/** The period of a first day in words: in full, and as short as the axis needs it. */
export function periodInWords(day: string, per: PeriodName, language: string): { full: string; short: string } {
  const date = new Date(`${day}T00:00:00Z`);
  const words = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  const full = words({ day: 'numeric', month: 'long', year: 'numeric' });
  switch (per) {
    case 'day':
      return { full: full.format(date), short: words({ day: 'numeric' }).format(date) };
    case 'week':
      return {
        full: full.formatRange(date, new Date(`${addDays(day, 6)}T00:00:00Z`)),
        short: words({ day: 'numeric', month: 'numeric' }).format(date),
      };
    case 'month':
      return {
        full: words({ month: 'long', year: 'numeric' }).format(date),
        short: words({ month: 'short' }).format(date),
      };
    case 'year': {
      const year = words({ year: 'numeric' }).format(date);
      return { full: year, short: year };
    }
  }
}

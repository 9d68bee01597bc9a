import type { Filter } from '@merchant-console/protocol';
import {
  addDays,
  addMonths,
  type CalendarView,
  dayInZone,
  daysOf,
  endOfDay,
  firstOfMonth,
  isDay,
  type Period,
  readInstant,
  sameTimeOn,
  startOfDay,
} from '@merchant-console/declaration';
import type { Language } from '@merchant-console/declaration/languages';
import type { FieldRecord } from '../../fields/FieldTypeDefinition.ts';
import { filterKeys } from '../../fields/filters/filterValues.ts';

/** A field whose values are on days. */
type DayField = CalendarView['from'];

/** First day of a week, where 0 is Sunday. As in Unicode's CLDR; not every browser can be asked. */
const FIRST_OF_WEEK: Record<Language, number> = { en: 0, zh: 1, es: 1, ja: 0 };

/** The weeks with the days of a month. The first and the last one may have days of other months. */
export function weeksOf(month: string, language: Language): string[][] {
  const first = firstOfMonth(month);
  const last = addDays(addMonths(first, 1), -1);
  const before = (weekdayOf(first) - FIRST_OF_WEEK[language] + 7) % 7;
  const after = 6 - ((weekdayOf(last) - FIRST_OF_WEEK[language] + 7) % 7);
  const days = daysOf({ from: addDays(first, -before), to: addDays(last, after) });
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** `2026-03-08` → 0 for Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The days that a record is on, or null without a first one. Its last day counts if it isn't before the first. */
export function spanOf(record: FieldRecord, { from, to }: CalendarView, zone: string): Period | null {
  const first = dayOf(record[from.source], from, zone);
  if (first === null) return null;
  const last = to && lastDayOf(record[to.source], to, zone);
  return { from: first, to: last !== null && last > first ? last : first };
}

function dayOf(value: unknown, { type }: DayField, zone: string): string | null {
  if (type === 'date') return isDay(value) ? value : null;
  const instant = readInstant(value);
  return instant && dayInZone(instant, zone);
}

/** What ends at midnight isn't on the day that begins then. */
function lastDayOf(value: unknown, field: DayField, zone: string): string | null {
  const day = dayOf(value, field, zone);
  if (day === null || field.type === 'date') return day;
  return readInstant(value)?.getTime() === startOfDay(day, zone).getTime() ? addDays(day, -1) : day;
}

/** The changed values of a record that moves by a number of days. Times of day stay as clocks in the zone show them. */
export function movedBy(record: FieldRecord, { from, to }: CalendarView, days: number, zone: string): FieldRecord {
  const moved: Record<string, unknown> = {};
  for (const field of [from, to]) {
    const day = field && dayOf(record[field.source], field, zone);
    if (!field || day === null) continue;
    const other = addDays(day, days);
    const instant = readInstant(record[field.source]);
    moved[field.source] = field.type === 'date' || !instant ? other : sameTimeOn(other, instant, zone).toISOString();
  }
  return moved;
}

/** The changed values of a record without a day that is put on one, from its beginning. */
export function putOn(day: string, { from }: CalendarView, zone: string): FieldRecord {
  return { [from.source]: from.type === 'date' ? day : startOfDay(day, zone).toISOString() };
}

/** A list's filter for records that are on any of the days: those that begin on them, and those that began before. */
export function filtersOf(
  filter: Filter,
  { from, to }: CalendarView,
  days: Period,
  zone: string,
): [Filter, Filter | null] {
  return [
    withinDays(filter, from, days, zone),
    to && withinDays(withinDays(filter, from, { to: addDays(days.from, -1) }, zone), to, { from: days.from }, zone),
  ];
}

/** A list's filter for its records without a first day. */
export function withoutDay(filter: Filter, { from }: CalendarView): Filter {
  return { ...filter, [`${from.source}_empty`]: true };
}

/** Narrows a filter to days of a field. Both ends are inclusive. */
export function withinDays(filter: Filter, field: DayField, { from, to }: Partial<Period>, zone: string): Filter {
  const [lower = '', upper = ''] = filterKeys(field);
  const isPlain = field.type === 'date';
  const narrowed = { ...filter };
  if (from !== undefined) {
    const value = isPlain ? from : startOfDay(from, zone).toISOString();
    const before = filter[lower];
    narrowed[lower] = typeof before === 'string' && before > value ? before : value;
  }
  if (to !== undefined) {
    const value = isPlain ? to : endOfDay(to, zone).toISOString();
    const before = filter[upper];
    narrowed[upper] = typeof before === 'string' && before < value ? before : value;
  }
  return narrowed;
}

/** A day in the user's language, such as `Sunday, March 8, 2026`. */
export function dayInWords(day: string, language: Language, options: Intl.DateTimeFormatOptions = FULL): string {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

const FULL = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

import { addMonths as addMonthsTo } from 'date-fns/addMonths';
import { eachDayOfInterval } from 'date-fns/eachDayOfInterval';
import { parseISO } from 'date-fns/parseISO';
import { dayInZone, dayText, firstInstant, midnightOf, offsetAt, type Period } from './timeZone.ts';

// Apart from timeZone.ts, because the console's first page doesn't need these.

/** The instant at which clocks in a zone show on `day` what they show at `instant`. */
export function sameTimeOn(day: string, instant: Date, timeZone: string): Date {
  const wall = instant.getTime() + offsetAt(instant.getTime(), timeZone);
  const time = wall - midnightOf(dayInZone(instant, timeZone));
  return firstInstant(midnightOf(day) + time, timeZone);
}

/** `2026-03-31` and -1 → `2026-02-28`: clamped to the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  return dayText(addMonthsTo(parseISO(day), months));
}

/** The days of a period in order, including both ends. */
export function daysOf({ from, to }: Period): string[] {
  return eachDayOfInterval({ start: parseISO(from), end: parseISO(to) }).map(dayText);
}

import { addDays as addDaysTo } from 'date-fns/addDays';
import { millisecondsInDay } from 'date-fns/constants';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { formatISO } from 'date-fns/formatISO';
import { parseISO } from 'date-fns/parseISO';
import { startOfMonth } from 'date-fns/startOfMonth';

/** Calendar days such as `2026-03-08`, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached per zone, because creating a formatter takes 20 times as long as using it. An unknown zone counts as UTC. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = createFormatter(timeZone);
  formatters.set(timeZone, made);
  return made;
}

function createFormatter(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit';
  const clock = { hour: two, minute: two, second: two, hourCycle: 'h23' } as const;
  const options = { year: 'numeric', month: two, day: two, ...clock } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}

/** Formats an instant in an IANA time zone: `2026-03-08 01:59:59`. */
export function formatInZone(instant: Date, timeZone: string): string {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) part[type] = value;
  const { year = '', month, day, hour, minute, second } = part;
  return `${year.padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** The calendar day of an instant in a zone: `2026-03-08`. */
export function dayInZone(instant: Date, timeZone: string): string {
  return formatInZone(instant, timeZone).split(' ')[0] ?? '';
}

/** Offset of the zone from UTC at an instant, in milliseconds. Positive if ahead. */
export function offsetAt(utcMs: number, timeZone: string): number {
  const wall = formatInZone(new Date(utcMs), timeZone).replace(' ', 'T');
  return Date.parse(`${wall}Z`) - Math.floor(utcMs / 1000) * 1000;
}

/**
 * The first instant of a calendar day (`2026-03-08`) in a zone. If midnight is skipped, this is the moment of the clock
 * change; if it occurs twice, the first. A day that the zone skipped (Samoa's 2011-12-30) has no length.
 */
export function startOfDay(day: string, timeZone: string): Date {
  return firstInstant(midnightOf(day), timeZone);
}

/** The first instant at which clocks in a zone show a time of a day: `2026-03-08`, `03:00`. */
export function timeOn(day: string, time: string, timeZone: string): Date {
  return firstInstant(Date.parse(`${day}T${time}:00Z`), timeZone);
}

export const midnightOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The first instant at which clocks in a zone show `wall`. If it is skipped, as if they hadn't changed yet. */
export function firstInstant(wall: number, timeZone: string): Date {
  // A zone changes its offset at most once within these two days.
  const before = wall - offsetAt(wall - millisecondsInDay, timeZone);
  const after = wall - offsetAt(wall + millisecondsInDay, timeZone);
  const meets = (utcMs: number) => utcMs + offsetAt(utcMs, timeZone) === wall;
  const first = Math.min(before, after);
  return new Date([first, before, after].find(meets) ?? before);
}

/** The last millisecond of a calendar day in a zone. */
export function endOfDay(day: string, timeZone: string): Date {
  return new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1);
}

/** `2026-02-28` and 1 → `2026-03-01`. */
export function addDays(day: string, days: number): string {
  return dayText(addDaysTo(parseISO(day), days));
}

/** `2026-03-08` → `2026-03-01`. */
export function firstOfMonth(day: string): string {
  return dayText(startOfMonth(parseISO(day)));
}

/** The number of days in a period, including both ends; 0 or less if the ends are in the wrong order. */
export function countDays({ from, to }: Period): number {
  return differenceInCalendarDays(parseISO(to), parseISO(from)) + 1;
}

export function dayText(day: Date): string {
  return formatISO(day, { representation: 'date' });
}

/** True for an IANA time zone or an alias of one. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

import { type CurrencyData, type Field, isDay, tenantZone } from '@merchant-console/declaration';

export type CalendarKind = 'date' | 'datetime-local';

const PATTERNS: Record<CalendarKind, RegExp> = {
  date: /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d\d)(\d\d))$/,
  'datetime-local': /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d\d)(\d\d))[ T]+(\d{1,2}):(\d\d)(?::(\d\d))?$/,
};

/**
 * Reads a day (`2026-03-08`) or a local time (`2026-03-08T09:30`, with seconds if they were typed). Also accepts `/` or
 * `.`, missing leading zeros, and a day as eight digits. Null if the text isn't one.
 */
export function readCalendarText(text: string, kind: CalendarKind): string | null {
  const match = PATTERNS[kind].exec(text.trim());
  if (!match) return null;
  const [, year, , month, day, bareMonth, bareDay, hour, minute, second] = match;
  const two = (digits = '') => digits.padStart(2, '0');
  const read = `${year}-${two(month ?? bareMonth)}-${two(day ?? bareDay)}`;
  if (!isDay(read)) return null;
  if (kind === 'date') return read;
  const time = [two(hour), minute, second].filter((part) => part !== undefined).join(':');
  return Number.isNaN(Date.parse(`${read}T${time}Z`)) ? null : `${read}T${time}`;
}

/** The inverse of `readCalendarText`, in the console's format: `2026-03-08 09:30`. */
export function showCalendarText(value: string): string {
  return value.replace('T', ' ');
}

/**
 * Time zone that decides which day is today: the user's for times, the tenant's for plain days, such as those of
 * statistics.
 */
export function calendarZone({ type }: Pick<Field, 'type'>, currencyData: CurrencyData): string {
  return type === 'date' ? tenantZone(currencyData) : currencyData.time_zone;
}

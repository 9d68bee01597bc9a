import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';

/** True for an existing day, in the years that every database and browser supports. */
export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(value) && isValid(parseISO(value));
}

const INSTANT = /^([1-9]\d{3}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;

export function isInstant(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const day = INSTANT.exec(value)?.[1];
  const instant = new Date(value);
  // Its offset can put it in the year before or after, so its day in UTC is checked too.
  return isDay(day) && isValid(instant) && isDay(instant.toISOString().slice(0, 10));
}

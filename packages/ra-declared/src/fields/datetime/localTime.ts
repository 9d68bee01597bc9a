import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { formatInZone, offsetAt } from '@merchant-console/declaration';

/**
 * Instants at which a local time (`2026-03-29T02:30`, with or without seconds) occurs in an IANA zone, in order.
 * Usually one; none if the clocks skip it, two if they go back over it.
 */
export function instantsAt(local: string, timeZone: string): Date[] {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) return [];
  // A zone changes its offset at most once within these two days.
  const offsets = new Set([offsetAt(wall - millisecondsInDay, timeZone), offsetAt(wall + millisecondsInDay, timeZone)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((utcMs) => utcMs + offsetAt(utcMs, timeZone) === wall)
    .toSorted((one, other) => one - other)
    .map((utcMs) => new Date(utcMs));
}

/** An instant as a `datetime-local` input takes it, without seconds if they are 0. */
export function localTimeOf(instant: Date, timeZone: string): string {
  return formatInZone(instant, timeZone).replace(' ', 'T').replace(/:00$/, '');
}

/** A zone's offset from UTC at an instant: `UTC+05:30`. */
export function offsetText(instant: Date, timeZone: string): string {
  const minutes = Math.round(offsetAt(instant.getTime(), timeZone) / millisecondsInMinute);
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

export interface ZoneChoice {
  /** IANA name. */
  name: string;
  /** Current offset from UTC: `UTC+05:30`. */
  offset: string;
}

/**
 * All known time zones and those in `more`, from west to east.
 *
 * @param more for example the zone in use
 */
export function zoneChoices(now: Date, more: readonly string[]): ZoneChoice[] {
  const names = new Set(['UTC', ...more, ...Intl.supportedValuesOf('timeZone')]);
  return [...names]
    .map((name) => ({ name, offset: offsetText(now, name), ahead: offsetAt(now.getTime(), name) }))
    .toSorted((one, other) => one.ahead - other.ahead || one.name.localeCompare(other.name, 'en'))
    .map(({ name, offset }) => ({ name, offset }));
}

/**
 * True if the typed text matches a zone: any part of its name, with spaces for `_`, or its offset (`+5:30`, `utc+8`).
 */
export function findsZone({ name, offset }: ZoneChoice, typed: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[_/\s]+/g, ' ')
      .trim();
  const wanted = plain(typed);
  if (wanted === '') return true;
  const bareOffset = offset.replace(/([+-])0/, '$1').replace(':00', '');
  const texts = [name, `${offset} ${name}`, bareOffset, bareOffset.slice(3)].map(plain);
  return texts.some((text) => text.includes(wanted));
}

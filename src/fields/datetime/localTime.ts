import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { formatInZone, offsetAt } from '#shared/format/timeZone.ts';

/**
 * The instants at which the clocks of an IANA zone show a local time (`2026-03-29T02:30` or with seconds), in order:
 * one as a rule, none where the clocks skip it, two where they go back over it.
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

/** An instant as a `datetime-local` input wants it: without seconds where there are none. */
export function localTimeOf(instant: Date, timeZone: string): string {
  return formatInZone(instant, timeZone).replace(' ', 'T').replace(/:00$/, '');
}

/** How far a zone is ahead of UTC at an instant: `UTC+05:30`. */
export function offsetText(instant: Date, timeZone: string): string {
  const minutes = Math.round(offsetAt(instant.getTime(), timeZone) / millisecondsInMinute);
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

export interface ZoneChoice {
  /** IANA name. */
  name: string;
  /** How far it is ahead of UTC now: `UTC+05:30`. */
  offset: string;
}

/** All time zones that there are, and those given besides, from west to east. @param more such as the one in use */
export function zoneChoices(now: Date, more: readonly string[]): ZoneChoice[] {
  const names = new Set(['UTC', ...more, ...Intl.supportedValuesOf('timeZone')]);
  return [...names]
    .map((name) => ({ name, offset: offsetText(now, name), ahead: offsetAt(now.getTime(), name) }))
    .toSorted((one, other) => one.ahead - other.ahead || one.name.localeCompare(other.name, 'en'))
    .map(({ name, offset }) => ({ name, offset }));
}

/** Whether what is typed finds a zone: by any part of its place, with spaces for `_`, or its offset (`+5:30`, `utc+8`). */
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

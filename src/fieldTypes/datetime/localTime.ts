import { formatInZone, offsetAt } from '#shared/format/timeZone.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * The instants at which the clocks of an IANA zone show a local time (`2026-03-29T02:30` or with seconds), in order:
 * one as a rule, none where the clocks skip it, two where they go back over it.
 */
export function instantsAt(local: string, timeZone: string): Date[] {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) return [];
  // A zone changes its offset at most once within these two days.
  const offsets = new Set([offsetAt(wall - DAY_MS, timeZone), offsetAt(wall + DAY_MS, timeZone)]);
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
  const minutes = Math.round(offsetAt(instant.getTime(), timeZone) / MINUTE_MS);
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const HOUR_MS = 3_600_000;

/** Wall-clock time somewhere, as a Date whose UTC fields are the local ones. */
export type LocalTime = (at: number) => Date;

/**
 * @param timeZone IANA name. Its offset is looked up once for each hour that is asked about: the look-up takes 5 µs,
 *   and offsets change on the hour.
 */
export function localTime(timeZone: string): LocalTime {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const offsets = new Map<number, number>();
  return (at) => {
    const hour = Math.floor(at / HOUR_MS);
    const offset = offsets.get(hour) ?? offsetAt(format, at);
    offsets.set(hour, offset);
    return new Date(at + offset);
  };
}

/** Milliseconds ahead of UTC, from a name such as `GMT+09:00`. */
function offsetAt(format: Intl.DateTimeFormat, at: number): number {
  const name = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const size = (Number(hours) + Number(minutes) / 60) * HOUR_MS;
  return sign === '-' ? -size : size;
}

/** `20250311143022`, of a Date that {@link localTime} gave. */
export function digitsOfTime(local: Date): string {
  return local.toISOString().slice(0, 19).replaceAll(/\D/g, '');
}

import { offsetText } from '#console/fieldTypes/datetime/localTime.ts';
import { offsetAt } from '#shared/format/timeZone.ts';

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

import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { plainText } from '#shared/format/plainText.ts';
import { readInstant } from '#shared/format/readInstant.ts';
import { dayInZone, endOfDay, formatInZone, startOfDay } from '#shared/format/timeZone.ts';
import type { FieldTypeDefinition, FilterValue } from '../FieldTypeDefinition.ts';
import { DateRangeFilter } from '../filters/PopoverFilter.tsx';

/** ISO 8601 in the years 1000 to 8999. Adding a day or a time zone never changes the length of such a year. */
const FILTERABLE = /^[1-8]\d{3}-/;

/** `YYYY-MM-DD HH:mm:ss` in the tenant's time zone. */
export const datetimeType: FieldTypeDefinition<FieldOf<'datetime'>> = {
  align: 'left',
  format(value, _field, { currencyData }) {
    const instant = readInstant(value);
    return instant ? formatInZone(instant, currencyData.time_zone) : plainText(value);
  },
  readFilterValue(raw) {
    const text = readInstant(raw)?.toISOString() ?? '';
    return FILTERABLE.test(text) ? text : null;
  },
  /** Whole days are shown as days. A range that a user made by the second keeps its times. */
  formatRange(from, to, { currencyData }) {
    const zone = currencyData.time_zone;
    return [inWords(from, zone, startOfDay), inWords(to, zone, endOfDay)];
  },
  FilterControl: DateRangeFilter,
};

function inWords(value: FilterValue | null, zone: string, edgeOf: (day: string, zone: string) => Date): string {
  const instant = readInstant(value);
  if (!instant) return '';
  const day = dayInZone(instant, zone);
  return edgeOf(day, zone).getTime() === instant.getTime() ? day : formatInZone(instant, zone);
}

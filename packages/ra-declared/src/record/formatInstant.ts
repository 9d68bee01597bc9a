import type { FormatContext } from '../ui/FormatContext.ts';
import { formatInZone, readInstant } from '@merchant-console/declaration';

/** An instant in the tenant's time zone, or '' if the value isn't one. */
export function formatInstant(value: unknown, { currencyData }: FormatContext): string {
  const instant = readInstant(value);
  return instant ? formatInZone(instant, currencyData.time_zone) : '';
}

import type { FormatContext } from '#console/ui/FormatContext.ts';
import { readInstant } from '#shared/format/readInstant.ts';
import { formatInZone } from '#shared/format/timeZone.ts';

/** A moment as the tenant's clocks show it; '' for what is none. */
export function formatInstant(value: unknown, { currencyData }: FormatContext): string {
  const instant = readInstant(value);
  return instant ? formatInZone(instant, currencyData.time_zone) : '';
}

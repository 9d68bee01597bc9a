import type { TrendPoint } from '#shared/contract/home.ts';
import { formatInZone } from '#shared/format/timeZone.ts';

/** When each hour of a day begins, by its clocks; one that comes twice, as when they go back, is told apart. */
export function hourLabels(hours: readonly TrendPoint[], timeZone: string): string[] {
  const seen = new Set<string>();
  return hours.map(({ span }) => {
    const time = formatInZone(new Date(span.from), timeZone).slice(11, 16);
    const label = seen.has(time) ? `${time} (2)` : time;
    seen.add(time);
    return label;
  });
}

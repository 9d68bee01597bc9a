import type { HomePeriod, Span } from '#shared/contract/home.ts';
import { addDays, dayInZone, startOfDay } from '#shared/format/timeZone.ts';

const HOUR = 3_600_000;
export const DAYS = 30;

export interface Stretch {
  from: Date;
  to: Date;
}

/** The stretches of time that a tenant's figures are of at a moment, in the tenant's own days. */
export interface HomeSpans {
  periods: readonly { key: HomePeriod; span: Stretch; before: Stretch }[];
  today: readonly Stretch[];
  yesterday: readonly Stretch[];
  days: readonly (Stretch & { day: string })[];
  /** The last 24 hours, and those before. */
  day: Stretch;
  dayBefore: Stretch;
  /** Earliest moment of all. */
  from: Date;
}

/**
 * A period with today in it is compared with the days before it up to where today has come: as long after midnight of
 * the last of them, and not beyond that day.
 *
 * @param timeZone IANA
 */
export function homeSpans(now: Date, timeZone: string): HomeSpans {
  const today = dayInZone(now, timeZone);
  const start = (daysAgo: number) => startOfDay(addDays(today, -daysAgo), timeZone);
  const passed = now.getTime() - start(0).getTime();
  /** From so many days ago until today has its end, and as many days before until now. */
  const upToToday = (key: HomePeriod, days: number) => ({
    ...{ key, span: { from: start(days - 1), to: start(-1) } },
    before: {
      from: start(2 * days - 1),
      to: new Date(Math.min(start(days).getTime() + passed, start(days - 1).getTime())),
    },
  });
  const yesterday = { from: start(1), to: start(0) };
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);
  return {
    periods: [
      upToToday('today', 1),
      { key: 'yesterday', span: yesterday, before: { from: start(2), to: start(1) } },
      upToToday('last_7_days', 7),
      upToToday('last_30_days', DAYS),
    ],
    today: hoursOf(start(0), start(-1)),
    yesterday: hoursOf(yesterday.from, yesterday.to),
    days: Array.from({ length: DAYS }, (_, index) => {
      const daysAgo = DAYS - 1 - index;
      return { day: addDays(today, -daysAgo), from: start(daysAgo), to: start(daysAgo - 1) };
    }),
    ...{ day: { from: ago(24), to: now }, dayBefore: { from: ago(48), to: ago(24) } },
    from: start(2 * DAYS - 1),
  };
}

/** All moments at which one of the stretches begins or ends, in order. */
export function boundsOf({ periods, today, yesterday, days, day, dayBefore }: HomeSpans): Date[] {
  const stretches = [
    ...periods.flatMap(({ span, before }) => [span, before]),
    ...[...today, ...yesterday, ...days, day, dayBefore],
  ];
  const times = stretches.flatMap(({ from, to }) => [from.getTime(), to.getTime()]);
  return [...new Set(times)].toSorted((one, other) => one - other).map((at) => new Date(at));
}

export function spanOf({ from, to }: Stretch): Span {
  return { from: from.toISOString(), to: to.toISOString() };
}

/** From one full hour to the next; the last one is shorter where the day does not end with one. */
function hoursOf(from: Date, to: Date): Stretch[] {
  const count = Math.ceil((to.getTime() - from.getTime()) / HOUR);
  const at = (index: number) => new Date(Math.min(from.getTime() + index * HOUR, to.getTime()));
  return Array.from({ length: count }, (_, index) => ({ from: at(index), to: at(index + 1) }));
}

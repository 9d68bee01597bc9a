import { addHours } from 'date-fns/addHours';
import { addMilliseconds } from 'date-fns/addMilliseconds';
import { millisecondsInHour } from 'date-fns/constants';
import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds';
import { min } from 'date-fns/min';
import { subHours } from 'date-fns/subHours';
import { subMinutes } from 'date-fns/subMinutes';
import { SLOW_AFTER_MINUTES, type HomePeriod, type Span } from '#shared/contract/home.ts';
import { addDays, dayInZone, startOfDay } from '#shared/format/timeZone.ts';

const DAYS = 30;

export interface Stretch {
  from: Date;
  to: Date;
}

/** Stretches of time for the channels' figures. */
export interface ChannelSpans {
  /** The last 24 hours, and the 24 hours before. */
  day: Stretch;
  dayBefore: Stretch;
  /** The part of the last 24 hours whose orders should be finished by now. */
  slow: Stretch;
}

/** Stretches of time for a tenant's figures, in days of the tenant's time zone. */
export interface HomeSpans extends ChannelSpans {
  periods: readonly { key: HomePeriod; span: Stretch; before: Stretch }[];
  today: readonly Stretch[];
  yesterday: readonly Stretch[];
  days: readonly (Stretch & { day: string })[];
  /** Start of the earliest stretch. */
  from: Date;
}

/**
 * Returns the stretches. A period that includes today is compared with the same number of days before it, up to the
 * same time of day.
 *
 * @param timeZone IANA name
 */
export function homeSpans(now: Date, timeZone: string): HomeSpans {
  const today = dayInZone(now, timeZone);
  const start = (daysAgo: number) => startOfDay(addDays(today, -daysAgo), timeZone);
  const passed = differenceInMilliseconds(now, start(0));
  /** From midnight `days` ago until the end of today, compared with as many days before until the current time. */
  const upToToday = (key: HomePeriod, days: number) => ({
    key,
    span: { from: start(days - 1), to: start(-1) },
    before: { from: start(2 * days - 1), to: min([addMilliseconds(start(days), passed), start(days - 1)]) },
  });
  const yesterday = { from: start(1), to: start(0) };
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
    ...channelSpans(now),
    from: start(2 * DAYS - 1),
  };
}

export function channelSpans(now: Date): ChannelSpans {
  const day = { from: subHours(now, 24), to: now };
  return {
    day,
    dayBefore: { from: subHours(now, 48), to: day.from },
    slow: { from: day.from, to: subMinutes(now, SLOW_AFTER_MINUTES) },
  };
}

export function stretchesOf({ periods, today, yesterday, days, ...channels }: HomeSpans): Stretch[] {
  return [
    ...periods.flatMap(({ span, before }) => [span, before]),
    ...[...today, ...yesterday, ...days],
    ...channelStretches(channels),
  ];
}

export function channelStretches({ day, dayBefore, slow }: ChannelSpans): Stretch[] {
  return [day, dayBefore, slow];
}

/** All bounds of the stretches, ascending. */
export function boundsOf(stretches: readonly Stretch[]): Date[] {
  const times = stretches.flatMap(({ from, to }) => [from.getTime(), to.getTime()]);
  return [...new Set(times)].toSorted((one, other) => one - other).map((at) => new Date(at));
}

export function spanOf({ from, to }: Stretch): Span {
  return { from: from.toISOString(), to: to.toISOString() };
}

/** Full hours; the last one is shorter if the day doesn't end on the hour. */
function hoursOf(from: Date, to: Date): Stretch[] {
  const count = Math.ceil((to.getTime() - from.getTime()) / millisecondsInHour);
  const at = (index: number) => min([addHours(from, index), to]);
  return Array.from({ length: count }, (_, index) => ({ from: at(index), to: at(index + 1) }));
}

import { addHours } from 'date-fns/addHours';
import { millisecondsInHour } from 'date-fns/constants';
import { min } from 'date-fns/min';
import { subHours } from 'date-fns/subHours';
import { subMinutes } from 'date-fns/subMinutes';
import {
  LONGEST_RANGE,
  SLOW_AFTER_MINUTES,
  type AskedRange,
  type Days,
  type HomeRange,
  type Span,
} from '#shared/contract/dashboard.ts';
import {
  addDays,
  addMonths,
  countDays,
  dayInZone,
  daysOf,
  firstOfMonth,
  sameTimeOn,
  startOfDay,
} from '@merchant-console/declaration';
import { assertPeriod } from '#server/figures/assertPeriod.ts';

export interface Interval {
  from: Date;
  to: Date;
}

/** Intervals of time for the channels' figures. */
export interface ChannelSpans {
  /** The last 24 hours, and the 24 hours before. */
  day: Interval;
  dayBefore: Interval;
  /** The part of the last 24 hours whose orders should be finished by now. */
  slow: Interval;
}

/** Intervals of time for figures of a range, in days of the tenant's time zone. */
export interface HomeSpans {
  key: HomeRange | null;
  days: Days;
  daysBefore: Days;
  span: Interval;
  before: Interval;
  step: 'hour' | 'day';
  trend: readonly Interval[];
  trendBefore: readonly Interval[];
}

/**
 * The requested range and its comparison: this month with the same days of the previous one, other ranges with the same
 * number of days immediately before. A range that includes today is compared up to the same time of day.
 * @param timeZone IANA name
 * @throws {ValidationError} if the days are in the wrong order, in the future, or too many
 */
export function homeSpans(now: Date, timeZone: string, asked: AskedRange = {}): HomeSpans {
  const today = dayInZone(now, timeZone);
  const { key, days } = daysAsked(asked, today);
  assertPeriod(days, { today, longest: LONGEST_RANGE });
  const daysBefore = comparedDays(key, days);
  const stretchOf = ({ from, to }: Days) => ({
    from: startOfDay(from, timeZone),
    to: startOfDay(addDays(to, 1), timeZone),
  });
  const pointsOf = (some: Days) => daysOf(some).map((day) => stretchOf({ from: day, to: day }));
  const [span, whole] = [stretchOf(days), stretchOf(daysBefore)];
  const before = days.to === today ? upToNow() : whole;

  /** The earlier range up to the day that corresponds to today, at the same time of day. */
  function upToNow(): Interval {
    const sameDay = addDays(daysBefore.from, countDays(days) - 1);
    return { from: whole.from, to: min([sameTimeOn(sameDay, now, timeZone), whole.to]) };
  }

  const isHours = days.from === days.to;
  return {
    key,
    days,
    daysBefore,
    span,
    before,
    ...(isHours
      ? { step: 'hour', trend: hoursOf(span.from, span.to), trendBefore: hoursOf(whole.from, whole.to) }
      : {
          step: 'day',
          trend: pointsOf(days),
          trendBefore: pointsOf(daysBefore).flatMap((day) => within(day, before)),
        }),
  };
}

function daysAsked({ range = 'today', from, to }: AskedRange, today: string): Pick<HomeSpans, 'key' | 'days'> {
  const [first, last] = [from ?? to, to ?? from];
  if (first !== undefined && last !== undefined) return { key: null, days: { from: first, to: last } };
  return { key: range, days: { from: FIRST_DAYS[range](today), to: today } };
}

const FIRST_DAYS: Record<HomeRange, (today: string) => string> = {
  today: (today) => today,
  '7d': (today) => addDays(today, -6),
  '30d': (today) => addDays(today, -29),
  month: firstOfMonth,
};

function comparedDays(key: HomeRange | null, { from, to }: Days): Days {
  if (key === 'month') return { from: addMonths(from, -1), to: addMonths(to, -1) };
  return { from: addDays(from, -countDays({ from, to })), to: addDays(from, -1) };
}

function within(day: Interval, { to }: Interval): Interval[] {
  return day.from < to ? [{ from: day.from, to: min([day.to, to]) }] : [];
}

export function channelSpans(now: Date): ChannelSpans {
  const day = { from: subHours(now, 24), to: now };
  return {
    day,
    dayBefore: { from: subHours(now, 48), to: day.from },
    slow: { from: day.from, to: subMinutes(now, SLOW_AFTER_MINUTES) },
  };
}

export function intervalsOf({ span, before, trend, trendBefore }: HomeSpans): Interval[] {
  return [span, before, ...trend, ...trendBefore];
}

export function channelIntervals({ day, dayBefore, slow }: ChannelSpans): Interval[] {
  return [day, dayBefore, slow];
}

/** All bounds of the intervals, ascending. */
export function boundsOf(intervals: readonly Interval[]): Date[] {
  const times = intervals.flatMap(({ from, to }) => [from.getTime(), to.getTime()]);
  return [...new Set(times)].toSorted((one, other) => one - other).map((at) => new Date(at));
}

export function spanOf({ from, to }: Interval): Span {
  return { from: from.toISOString(), to: to.toISOString() };
}

/** Full hours; the last one is shorter if the day doesn't end on the hour. */
function hoursOf(from: Date, to: Date): Interval[] {
  const count = Math.ceil((to.getTime() - from.getTime()) / millisecondsInHour);
  const at = (index: number) => min([addHours(from, index), to]);
  return Array.from({ length: count }, (_, index) => ({ from: at(index), to: at(index + 1) }));
}

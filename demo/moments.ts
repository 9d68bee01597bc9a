import { millisecondsInHour } from 'date-fns/constants';
import { offsetAt } from '@merchant-console/declaration';
import type { Random } from './random.ts';

/** Converts a time to local wall-clock time, as a Date whose UTC fields are the local ones. */
export type LocalTime = (at: number) => Date;

/** Relative activity of a business by local time. */
export interface Rhythm {
  /** 24 weights, from midnight. */
  byHour: readonly number[];
  /** 7 weights, from Sunday. */
  byWeekday: readonly number[];
  /** Weights of special days by month and day: `{ '11-11': 2.4 }`. */
  saleDays: Readonly<Record<string, number>>;
  /** Volume at the end of the period relative to its beginning. */
  growth: number;
  /** Spread of the daily volume; 0.12 is an eighth up or down. */
  unrest: number;
}

interface Period {
  from: number;
  /** A whole number of hours after `from`. */
  to: number;
  rhythm: Rhythm;
  local: LocalTime;
}

/**
 * Generates exactly `count` times of the period in order, with the density of its rhythm. Memory doesn't grow with
 * `count`.
 */
export function* moments(random: Random, count: number, period: Period): Generator<number, undefined> {
  const hours = weightedHours(random, period);
  const weightAt = (index: number) => hours[index] ?? 0;
  const total = hours.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  let index = 0;
  for (const share of sortedFractions(random, count)) {
    const target = share * total;
    while (index < hours.length - 1 && passed + weightAt(index) <= target) passed += weightAt(index++);
    const within = Math.min((target - passed) / weightAt(index), 1);
    yield Math.min(Math.floor(period.from + (index + within) * millisecondsInHour), period.to - 1);
  }
}

/**
 * Generates `count` uniform fractions in ascending order without sorting. The minimum of n fractions leaves a remainder
 * that is distributed like the n-th root of one (Bentley and Saxe, "Generating sorted lists of random numbers", 1980).
 */
function* sortedFractions(random: Random, count: number): Generator<number> {
  let rest = 1;
  for (let left = count; left > 0; left -= 1) {
    rest *= random.fraction() ** (1 / left);
    yield 1 - rest;
  }
}

/** Expected orders in each hour of the period, relative to an average hour. */
function weightedHours(random: Random, { from, to, rhythm, local }: Period): number[] {
  const hours: number[] = [];
  let day = 0;
  let dayWeight = 0;
  for (let at = from; at < to; at += millisecondsInHour) {
    const time = local(at + millisecondsInHour / 2);
    if (time.getUTCDate() !== day) {
      day = time.getUTCDate();
      const monthAndDay = time.toISOString().slice(5, 10);
      dayWeight = random.logNormal(1, rhythm.unrest) * (rhythm.saleDays[monthAndDay] ?? 1);
    }
    const growth = 1 + (rhythm.growth - 1) * ((at - from) / (to - from));
    const busy = (rhythm.byHour[time.getUTCHours()] ?? 0) * (rhythm.byWeekday[time.getUTCDay()] ?? 0);
    hours.push(busy * dayWeight * growth);
  }
  return hours;
}

/**
 * @param timeZone IANA name. Its offset is cached per hour, because a look-up takes 5 µs and offsets change on the
 * hour.
 */
export function localTime(timeZone: string): LocalTime {
  const offsets = new Map<number, number>();
  return (at) => {
    const hour = Math.floor(at / millisecondsInHour);
    const offset = offsets.get(hour) ?? offsetAt(at, timeZone);
    offsets.set(hour, offset);
    return new Date(at + offset);
  };
}

/** `20250311143022`, from a Date returned by {@link localTime}. */
export function digitsOfTime(local: Date): string {
  return local.toISOString().slice(0, 19).replaceAll(/\D/g, '');
}

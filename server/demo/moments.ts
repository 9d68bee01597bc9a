import type { LocalTime } from './localTime.ts';
import type { Random } from './random.ts';

const HOUR_MS = 3_600_000;

/** How busy a business is, against its own average, by local time. */
export interface Rhythm {
  /** 24 weights, from midnight. */
  byHour: readonly number[];
  /** 7 weights, from Sunday. */
  byWeekday: readonly number[];
  /** Weights of days that stand out, by month and day: `{ '11-11': 2.4 }`. */
  saleDays: Readonly<Record<string, number>>;
  /** Volume at the end of the period against that at its beginning. */
  growth: number;
  /** Spread of the volume from day to day; 0.12 is an eighth up or down. */
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
 * Exactly `count` moments of the period in order, as dense as its rhythm says, in memory that does not grow with `count`.
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
    yield Math.min(Math.floor(period.from + (index + within) * HOUR_MS), period.to - 1);
  }
}

/**
 * `count` even fractions in ascending order, without keeping them all to sort them. What the smallest of n leaves of
 * the rest is distributed as the n-th root of one (Bentley and Saxe, "Generating sorted lists of random numbers", 1980).
 */
function* sortedFractions(random: Random, count: number): Generator<number> {
  let rest = 1;
  for (let left = count; left > 0; left -= 1) {
    rest *= random.fraction() ** (1 / left);
    yield 1 - rest;
  }
}

/** Orders to expect in each hour of the period, against an average one. */
function weightedHours(random: Random, { from, to, rhythm, local }: Period): number[] {
  const hours: number[] = [];
  let day = 0;
  let dayWeight = 0;
  for (let at = from; at < to; at += HOUR_MS) {
    const time = local(at + HOUR_MS / 2);
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

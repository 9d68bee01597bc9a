import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTime, moments, type Rhythm } from '#demo/moments.ts';
import { createRandom } from '#demo/random.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const even: Rhythm = {
  byHour: Array.from({ length: 24 }, () => 1),
  byWeekday: Array.from({ length: 7 }, () => 1),
  saleDays: {},
  growth: 1,
  unrest: 0,
};
const to = Date.parse('2026-11-20T16:00:00.000Z');

function drawn(count: number, rhythm: Partial<Rhythm> = {}, days = 28): number[] {
  const period = { from: to - days * DAY, to, local: localTime('Asia/Tokyo'), rhythm: { ...even, ...rhythm } };
  return [...moments(createRandom(1, 'moments'), count, period)];
}

describe('moments', () => {
  it('are exactly as many as requested, in order and within the period', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 30 }), (count, days) => {
        const times = drawn(count, {}, days);
        expect(times).toHaveLength(count);
        expect(times.toSorted((a, b) => a - b)).toEqual(times);
        expect(times.every((time) => time >= to - days * DAY && time < to)).toBe(true);
      }),
    );
  });

  it('are evenly spread if the rhythm is', () => {
    const perDay = Array.from({ length: 28 }, () => 0);
    for (const time of drawn(28_000)) {
      const day = 27 - Math.floor((to - 1 - time) / DAY);
      perDay[day] = (perDay[day] ?? 0) + 1;
    }
    expect(Math.min(...perDay)).toBeGreaterThan(850);
    expect(Math.max(...perDay)).toBeLessThan(1150);
  });

  it('follow the local hour and weekday', () => {
    const byHour = Array.from({ length: 24 }, (_, hour) => (hour === 21 ? 1 : 0));
    const byWeekday = [0, 0, 0, 0, 0, 0, 1];
    const times = drawn(500, { byHour, byWeekday }).map((time) => new Date(time + 9 * HOUR));
    expect(new Set(times.map((time) => `${time.getUTCDay()} ${time.getUTCHours()}`))).toEqual(new Set(['6 21']));
  });

  it('are denser on sale days and at the end of a growing business', () => {
    const onSale = drawn(28_000, { saleDays: { '11-11': 3 } }).filter((time) => {
      return new Date(time + 9 * HOUR).toISOString().slice(5, 10) === '11-11';
    });
    expect(onSale.length).toBeGreaterThan(2_500);
    const [first, second] = [true, false].map((early) => {
      return drawn(20_000, { growth: 3 }).filter((time) => time < to - 14 * DAY === early).length;
    });
    expect((second ?? 0) / (first ?? 1)).toBeCloseTo(2.5 / 1.5, 1);
  });
});

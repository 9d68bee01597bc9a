import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOME_RANGES, LONGEST_RANGE, type AskedRange } from '#shared/contract/dashboard.ts';
import { addDays, countDays, dayInZone, formatInZone } from '@merchant-console/declaration';
import { boundsOf, homeSpans, intervalsOf, type Interval } from '#server/modules/dashboard/spans.ts';

const ZONES = ['Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
const length = ({ from, to }: Interval) => to.getTime() - from.getTime();
const ends = (points: readonly Interval[]) => ({ from: points[0]?.from, to: points.at(-1)?.to });

describe('the intervals of the dashboard', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  const named = fc.constantFrom(...HOME_RANGES).map((range) => () => ({ range }));
  const own = fc
    .record({ ago: fc.nat(400), days: fc.integer({ min: 1, max: LONGEST_RANGE }) })
    .map(({ ago, days }) => (today: string) => ({ from: addDays(today, 1 - ago - days), to: addDays(today, -ago) }));
  const ranges: fc.Arbitrary<(today: string) => AskedRange> = fc.oneof(named, own);

  it('are contiguous, in any time zone and range', () => {
    fc.assert(
      fc.property(moments, fc.constantFrom(...ZONES), ranges, (now, zone, rangeOf) => {
        const today = dayInZone(now, zone);
        const spans = homeSpans(now, zone, rangeOf(today));
        const { days, daysBefore, span, before, step, trend, trendBefore } = spans;
        for (const row of [trend, trendBefore]) {
          expect(row.every(({ from }, index) => index === 0 || from.getTime() === row[index - 1]?.to.getTime())).toBe(
            true,
          );
        }
        expect(ends(trend)).toEqual(span);
        expect(trendBefore[0]?.from).toEqual(before.from);
        if (step === 'day') expect(ends(trendBefore)).toEqual(before);
        for (const { from } of [...trend, ...trendBefore]) expect(formatInZone(from, zone)).toMatch(/:00$/);
        expect([dayInZone(span.from, zone), dayInZone(before.from, zone)]).toEqual([days.from, daysBefore.from]);
        expect(before.to.getTime()).toBeLessThanOrEqual(span.from.getTime());
        expect(countDays(daysBefore)).toBeLessThanOrEqual(countDays(days));
        const bounds = boundsOf(intervalsOf(spans));
        expect(bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] ?? bound))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('have 23 or 25 hours if the clocks change', () => {
    const hours = (now: string) => homeSpans(new Date(now), 'America/New_York').trend.length;
    expect([hours('2026-03-08T16:00:00Z'), hours('2026-11-01T16:00:00Z'), hours('2026-11-02T16:00:00Z')]).toEqual([
      23, 25, 24,
    ]);
  });

  it('compare a range that includes today with an equally long part of the days before', () => {
    const spans = (asked: AskedRange) => homeSpans(new Date('2026-06-10T06:05:10Z'), 'Asia/Shanghai', asked);
    const passed = 14 * 3_600_000 + 5 * 60_000 + 10_000;
    expect(length(spans({ range: 'today' }).before)).toBe(passed);
    expect(spans({ range: 'today' }).trendBefore).toHaveLength(24);
    const week = spans({ range: '7d' });
    expect(week.daysBefore).toEqual({ from: '2026-05-28', to: '2026-06-03' });
    expect(week.before.to.toISOString()).toBe('2026-06-03T06:05:10.000Z');
    expect(week.before.from.toISOString()).toBe('2026-05-27T16:00:00.000Z');
    const past = spans({ from: '2026-06-08', to: '2026-06-09' });
    expect(past.daysBefore).toEqual({ from: '2026-06-06', to: '2026-06-07' });
    expect(length(past.before)).toBe(2 * 86_400_000);
  });

  it('end the comparison at the same time of day although the clocks changed', () => {
    const endOf = (now: string) => {
      const { before } = homeSpans(new Date(now), 'America/New_York');
      return formatInZone(before.to, 'America/New_York');
    };
    expect(endOf('2026-03-08T16:00:00Z')).toBe('2026-03-07 12:00:00');
    expect(endOf('2026-03-09T16:00:00Z')).toBe('2026-03-08 12:00:00');
    expect(endOf('2026-11-01T17:00:00Z')).toBe('2026-10-31 12:00:00');
    expect(endOf('2026-11-02T17:00:00Z')).toBe('2026-11-01 12:00:00');
  });

  it('compare this month with the same days of the previous one, as far as it has them', () => {
    const month = (now: string) => homeSpans(new Date(now), 'UTC', { range: 'month' });
    const june = month('2026-06-10T06:05:10Z');
    expect([june.days, june.daysBefore]).toEqual([
      { from: '2026-06-01', to: '2026-06-10' },
      { from: '2026-05-01', to: '2026-05-10' },
    ]);
    expect(june.before.to.toISOString()).toBe('2026-05-10T06:05:10.000Z');
    const march = month('2026-03-31T06:05:10Z');
    expect(march.daysBefore).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(march.before.to.toISOString()).toBe('2026-03-01T00:00:00.000Z');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, homeSpans, stretchesOf, type Stretch } from '#server/modules/home/spans.ts';
import { formatInZone } from '#shared/format/timeZone.ts';

const ZONES = ['Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
const length = ({ from, to }: Stretch) => to.getTime() - from.getTime();

describe('the stretches that the dashboard is about', () => {
  it('follow each other without gaps, whatever the time and the zone', () => {
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, fc.constantFrom(...ZONES), (now, zone) => {
        const { today, yesterday, days, periods } = homeSpans(now, zone);
        const rows = [[...yesterday, ...today], days];
        for (const row of rows) {
          expect(row.every(({ from }, index) => index === 0 || from.getTime() === row[index - 1]?.to.getTime())).toBe(
            true,
          );
        }
        expect(days).toHaveLength(30);
        expect(days.at(-1)?.from).toEqual(today[0]?.from);
        for (const { from } of [...today, ...days]) expect(formatInZone(from, zone)).toMatch(/:00$/);
        for (const { key, span, before } of periods) {
          expect(before.to.getTime()).toBeLessThanOrEqual(span.from.getTime());
          if (key !== 'yesterday') expect(span.to).toEqual(today.at(-1)?.to);
        }
        const bounds = boundsOf(stretchesOf(homeSpans(now, zone)));
        expect(bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] ?? bound))).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('have 23 or 25 hours where the clocks change', () => {
    const hours = (now: string) => homeSpans(new Date(now), 'America/New_York').today.length;
    expect([hours('2026-03-08T16:00:00Z'), hours('2026-11-01T16:00:00Z'), hours('2026-11-02T16:00:00Z')]).toEqual([
      23, 25, 24,
    ]);
  });

  it('compare today with as much of the day before', () => {
    const spans = homeSpans(new Date('2026-06-10T06:05:10Z'), 'Asia/Shanghai');
    const [today, yesterday, week] = spans.periods;
    const passed = 14 * 3_600_000 + 5 * 60_000 + 10_000;
    expect(today && length(today.before)).toBe(passed);
    expect(yesterday && length(yesterday.before)).toBe(86_400_000);
    expect(week?.before.to.toISOString()).toBe('2026-06-03T06:05:10.000Z');
    expect(week?.before.from.toISOString()).toBe('2026-05-27T16:00:00.000Z');
  });
});

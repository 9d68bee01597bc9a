import { describe, expect, it } from 'vitest';
import { digitsOfTime, localTime } from '#demo/moments.ts';

describe('local time', () => {
  it.each([
    ['Asia/Shanghai', '2026-01-31T16:30:00.000Z', '20260201003000'],
    ['Asia/Tokyo', '2026-01-31T15:00:00.000Z', '20260201000000'],
    ['Asia/Kolkata', '2026-06-01T00:00:00.000Z', '20260601053000'],
    ['America/New_York', '2026-03-08T06:59:59.000Z', '20260308015959'],
    ['America/New_York', '2026-03-08T07:00:00.000Z', '20260308030000'],
    ['UTC', '2026-06-01T12:34:56.000Z', '20260601123456'],
  ])('in %s at %s is %s', (zone, at, digits) => {
    expect(digitsOfTime(localTime(zone)(Date.parse(at)))).toBe(digits);
  });

  it('is correct if summer time begins between two calls', () => {
    const local = localTime('Europe/Berlin');
    expect(local(Date.parse('2026-03-29T00:59:59Z')).getUTCHours()).toBe(1);
    expect(local(Date.parse('2026-03-29T01:00:00Z')).getUTCHours()).toBe(3);
  });
});

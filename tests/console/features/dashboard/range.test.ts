import { describe, expect, it } from 'vitest';
import { daysInWords } from '#console/features/figures/daysInWords.ts';
import { rangeIn } from '#console/features/dashboard/RangeBar.tsx';
import { withEnd } from '#console/features/figures/PeriodEnds.tsx';

const TODAY = '2026-11-25';
const inAddress = (search: string) => rangeIn(new URLSearchParams(search), TODAY);

describe('the range in the dashboard’s address', () => {
  it('is a name, or days that have begun', () => {
    expect(inAddress('range=7d').query).toEqual({ range: '7d' });
    expect(inAddress('from=2026-11-01&to=2026-11-03').query).toEqual({ from: '2026-11-01', to: '2026-11-03' });
    expect(inAddress('from=2026-11-01&to=2026-12-24').query).toEqual({ from: '2026-11-01', to: TODAY });
    expect(inAddress('from=2026-11-01&to=2026-11-03&range=7d').query).not.toHaveProperty('range');
  });

  it.each([
    ['', 'nothing'],
    ['range=', 'no name'],
    ['range=year', 'an unknown name'],
    ['from=2026-11-01', 'one day alone'],
    ['from=2026-02-30&to=2026-03-01', 'a day that does not exist'],
    ['from=2026-11-03&to=2026-11-01', 'days in the wrong order'],
    ['from=2026-11-26&to=2026-11-27', 'days in the future'],
  ])('is today for %j: %s', (search) => {
    expect(inAddress(search)).toEqual({ query: { range: 'today' }, isTooLong: false });
  });

  it('has at most 366 days', () => {
    expect(inAddress('from=2025-11-25&to=2026-11-25').isTooLong).toBe(false);
    expect(inAddress('from=2025-11-24&to=2026-11-25')).toEqual({ query: { range: 'today' }, isTooLong: true });
  });
});

describe('a period of which one end changes', () => {
  const period = { from: '2026-03-05', to: '2026-03-10' };
  it.each([
    ['from', '2026-03-07', { from: '2026-03-07', to: '2026-03-10' }],
    ['from', '2026-03-12', { from: '2026-03-12', to: '2026-03-12' }],
    ['from', '2026-02-20', { from: '2026-02-20', to: '2026-03-01' }],
    ['to', '2026-03-02', { from: '2026-03-02', to: '2026-03-02' }],
    ['to', '2026-03-31', { from: '2026-03-22', to: '2026-03-31' }],
  ] as const)('moves the other end as little as the order and the ten-day limit allow: %s %s', (end, day, expected) => {
    expect(withEnd(period, 10, end, day)).toEqual(expected);
  });
});

describe('days in words', () => {
  it("include the year if it isn't the current one", () => {
    expect(daysInWords({ from: TODAY, to: TODAY }, TODAY, 'en')).toBe('25 Nov');
    expect(daysInWords({ from: '2026-11-18', to: '2026-11-24' }, TODAY, 'en')).toMatch(/^18\s?–\s?24 Nov$/);
    expect(daysInWords({ from: '2025-12-30', to: '2026-01-02' }, TODAY, 'en')).toMatch(
      /^30 Dec 2025\s?–\s?2 Jan 2026$/,
    );
  });

  it('are formatted in the user’s language', () => {
    const days = { from: '2026-10-28', to: '2026-11-03' };
    expect(daysInWords({ from: TODAY, to: TODAY }, TODAY, 'zh')).toBe('11月25日');
    expect(daysInWords(days, TODAY, 'zh')).toMatch(/^10\/28.+11\/0?3$/);
    expect(daysInWords(days, TODAY, 'ja')).toMatch(/^10\/28～11\/0?3$/);
    expect(daysInWords(days, TODAY, 'es')).toMatch(/^28.+oct.+3.+nov$/);
  });
});

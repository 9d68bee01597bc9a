import { describe, expect, it } from 'vitest';
import type { ListChart } from '@merchant-console/declaration';
import { barsOf, filterOfBar, periodInWords } from '../../../packages/ra-declared/src/list/charts/bars.ts';

const group = (value: string | null, count: number) => ({ value, count, sums: {} });
const months: ListChart = {
  by: { source: 'day', type: 'date', filter: 'range' },
  per: 'month',
  sum: null,
  label: null,
};
const moments: ListChart = { ...months, by: { source: 'at', type: 'datetime', filter: 'range' } };
const choices: ListChart = {
  by: { source: 'stage', type: 'enum', filter: 'in', choices: [{ id: 'new' }, { id: 'won' }, { id: 'lost' }] },
  per: null,
  sum: null,
  label: null,
};

describe('the bars of a chart', () => {
  it('of choices are in the declared order, those without one last', () => {
    const groups = [group('lost', 5), group(null, 4), group('new', 1)];
    const { bars, left } = barsOf(choices, { count: 13, sums: {}, groups, others: { count: 3, sums: {} } });
    expect(bars.map(({ value }) => value)).toEqual(['new', 'lost', null]);
    expect(left).toBe(3);
  });

  it('of periods have no gaps, and tell how many records are earlier', () => {
    const groups = [group('2026-11-01', 2), group('2026-09-01', 1), group('2020-01-01', 4), group(null, 7)];
    const { bars, left } = barsOf(months, { count: 14, sums: {}, groups, others: null });
    expect(bars.map(({ value, count }) => [value, count])).toEqual([
      ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08'].map(
        (month) => [`${month}-01`, 0],
      ),
      ['2026-09-01', 1],
      ['2026-10-01', 0],
      ['2026-11-01', 2],
      [null, 7],
    ]);
    expect(left).toBe(4);
  });

  it('filter by the whole period, in the time zone', () => {
    expect(filterOfBar(months, { value: '2026-02-01' }, 'UTC')).toEqual({
      day_gte: '2026-02-01',
      day_lte: '2026-02-28',
    });
    expect(filterOfBar(moments, { value: '2026-02-01' }, 'Asia/Tokyo')).toEqual({
      at_gte: '2026-01-31T15:00:00.000Z',
      at_lte: '2026-02-28T14:59:59.999Z',
    });
    expect(filterOfBar(choices, { value: 'won' }, 'UTC')).toEqual({ stage: ['won'] });
    expect(filterOfBar(choices, { value: null }, 'UTC')).toBeNull();
  });

  it('name their periods', () => {
    expect(periodInWords('2026-02-01', 'month', 'en')).toEqual({ full: 'February 2026', short: 'Feb' });
    expect(periodInWords('2026-02-01', 'month', 'ja')).toEqual({ full: '2026年2月', short: '2月' });
    expect(periodInWords('2026-02-02', 'week', 'en')).toEqual({ full: 'February 2\u2009–\u20098, 2026', short: '2/2' });
  });
});

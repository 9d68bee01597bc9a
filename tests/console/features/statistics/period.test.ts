import { describe, expect, it } from 'vitest';
import { LONGEST_PERIOD } from '#shared/contract/submerchantStatistics.ts';
import { addDays } from '@merchant-console/declaration';
import { countedOrdersFilter, defaultPeriod, periodIn } from '#console/features/statistics/useStatistics.ts';
import { presetOf } from '../../../../packages/ra-declared/src/fields/datetime/datePresets.ts';

const TODAY = '2026-11-21';

describe('the period of statistics', () => {
  it('follows the filter; an open end is today or the earliest day with totals', () => {
    expect(periodIn({}, TODAY)).toBeNull();
    expect(periodIn({ day_gte: '2026-11-01', day_lte: '2026-11-03' }, TODAY)).toEqual({
      from: '2026-11-01',
      to: '2026-11-03',
    });
    expect(periodIn({ day_gte: '2026-11-01' }, TODAY)).toEqual({ from: '2026-11-01', to: TODAY });
    expect(periodIn({ day_gte: '2026-12-01' }, TODAY)).toEqual({ from: '2026-12-01', to: '2026-12-01' });
    const earliest = addDays('2026-11-03', 1 - LONGEST_PERIOD);
    expect(periodIn({ day_lte: '2026-11-03' }, TODAY)).toEqual({ from: earliest, to: '2026-11-03' });
    expect(periodIn({ day_gte: 'yesterday' }, TODAY)).toBeNull();
  });

  it('is recognised as a named period', () => {
    expect(presetOf(defaultPeriod(TODAY), TODAY)).toBe('last_7_days');
    expect(presetOf({ from: TODAY, to: TODAY }, TODAY)).toBe('today');
    expect(presetOf({ from: '2026-11-01', to: TODAY }, TODAY)).toBe('this_month');
    expect(presetOf({ from: '2026-11-02', to: TODAY }, TODAY)).toBeNull();
  });

  it('links to the orders of whole days of the tenant, of a branch or of a single sub-merchant', () => {
    const scope = { period: { from: TODAY, to: TODAY }, member: null, currency: null, timeZone: 'Asia/Shanghai' };
    const times = { created_at_gte: '2026-11-20T16:00:00.000Z', created_at_lte: '2026-11-21T15:59:59.999Z' };
    expect(countedOrdersFilter(scope)).toEqual(times);
    expect(
      countedOrdersFilter({ ...scope, member: { id: 'm', is_self: false }, currency: 'CNY' }, ['success']),
    ).toEqual({ ...times, branch_id: 'm', status: ['success'], currency: 'CNY' });
    expect(countedOrdersFilter({ ...scope, member: { id: 'm', is_self: true } })).toEqual({
      ...times,
      submerchant_id: 'm',
    });
  });
});

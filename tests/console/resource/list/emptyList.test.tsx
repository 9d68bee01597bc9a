import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Field } from '@merchant-console/declaration';
import { hasDayRange, widenedRanges } from '../../../../packages/ra-declared/src/list/EmptyList.tsx';
import { listAddress, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const user = quickUser();

const NOW = new Date('2026-11-20T04:00:00Z');
const ZONE = 'Asia/Shanghai';
const created: Field = { source: 'created_at', type: 'datetime', filter: 'range' };
const day: Field = { source: 'day', type: 'date', filter: 'range' };

describe('a range of days without matches', () => {
  it('can be extended, keeping its end', () => {
    const filter = { created_at_gte: '2026-06-09T16:00:00.000Z', created_at_lte: '2026-06-10T15:59:59.999Z' };
    expect(widenedRanges(filter, created, NOW, ZONE)).toEqual([
      { days: 7, filter: { ...filter, created_at_gte: '2026-06-03T16:00:00.000Z' } },
      { days: 30, filter: { ...filter, created_at_gte: '2026-05-11T16:00:00.000Z' } },
      { days: 90, filter: { ...filter, created_at_gte: '2026-03-12T16:00:00.000Z' } },
    ]);
  });

  it('ends today, and stays open, if it has no end', () => {
    expect(widenedRanges({ created_at_gte: '2026-11-19T16:00:00.000Z' }, created, NOW, ZONE)[0]).toEqual({
      days: 7,
      filter: { created_at_gte: '2026-11-13T16:00:00.000Z' },
    });
  });

  it("isn't offered if it is no longer than the current one", () => {
    const ranges = (filter: object) => widenedRanges({ ...filter }, day, NOW, ZONE).map(({ days }) => days);
    expect(ranges({ day_gte: '2026-11-14', day_lte: '2026-11-20' })).toEqual([30, 90]);
    expect(ranges({ day_gte: '2026-01-01', day_lte: '2026-11-20' })).toEqual([]);
    expect(ranges({ day_lte: '2026-11-20' })).toEqual([]);
  });

  it('is in days without times if the field is a day', () => {
    expect(widenedRanges({ day_gte: '2026-11-20', day_lte: '2026-11-20' }, day, NOW, ZONE)[0]?.filter).toEqual({
      day_gte: '2026-11-14',
      day_lte: '2026-11-20',
    });
  });

  it('is recognised in the filter of its field', () => {
    expect(hasDayRange({ created_at_gte: 'x' }, created)).toBe(true);
    expect(hasDayRange({ day_lte: 'x' }, created)).toBe(false);
    expect(hasDayRange({ amount_gte: '1' }, { source: 'amount', type: 'money', filter: 'range' })).toBe(false);
  });
});

describe('an empty list', () => {
  async function openEmpty(filter: object) {
    const { provider, callsOf } = recordingProvider({ orders: [orderRecord(1)], channels: [channelRecord()] });
    const address = listAddress({ filter: JSON.stringify(filter) });
    await renderDeclaredPage({ dataProvider: provider, address });
    await screen.findByText('No results');
    return () => callsOf('getList', 'orders').at(-1)?.['filter'];
  }
  const group = (name: string) => within(screen.getByRole('group', { name }));

  it('offers a longer range of days, or all days', async () => {
    const filter = { created_at_gte: '2026-11-20T16:00:00.000Z', created_at_lte: '2026-11-21T15:59:59.999Z' };
    const lastFilter = await openEmpty(filter);
    await user.click(group('Widen “Created” to').getByRole('button', { name: '7 days' }));
    await waitFor(() => expect(lastFilter()).toEqual({ ...filter, created_at_gte: '2026-11-14T16:00:00.000Z' }));
    expect(await screen.findByText('C000001')).toBeInTheDocument();
  });

  it('offers to remove each filter', async () => {
    const lastFilter = await openEmpty({ q: 'zzz', status: ['failed'], created_at_gte: '2026-11-21T16:00:00.000Z' });
    await user.click(group('Or remove a filter').getByRole('button', { name: 'Search: zzz' }));
    await waitFor(() => expect(lastFilter()).not.toHaveProperty('q'));
    await screen.findByText('No results');
    await user.click(group('Or remove a filter').getByRole('button', { name: 'Status: Failed' }));
    await waitFor(() => expect(lastFilter()).toEqual({ created_at_gte: '2026-11-21T16:00:00.000Z' }));
    await screen.findByText('No results');
    await user.click(group('Widen “Created” to').getByRole('button', { name: 'All time' }));
    await waitFor(() => expect(lastFilter()).toEqual({}));
  });
});

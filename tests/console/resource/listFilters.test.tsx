import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listAddress, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const user = quickUser();

const CHANNELS = [channelRecord(), channelRecord({ id: 'wechat', name: 'WeChat Pay', code: 'WECHAT' })];

/** Opens a list of two orders. Returns the requested filters and the address. */
async function openList(filter: object = {}) {
  const orders = [orderRecord(1), orderRecord(2)];
  const { provider, callsOf } = recordingProvider({ orders, channels: CHANNELS });
  const address = listAddress({ filter: JSON.stringify(filter), page: '1' });
  const { place } = await renderDeclaredPage({ dataProvider: provider, address });
  await screen.findByRole('table');
  const lastFilter = () => callsOf('getList', 'orders').at(-1)?.['filter'];
  return { lastFilter, place, callsOf };
}

const pill = (name: string | RegExp) => screen.getByRole('combobox', { name });
const open = async (name: string) => {
  await user.click(pill(new RegExp(`^${name}`)));
  return screen.findByRole('dialog', { name });
};

describe('the filters of a declared list', () => {
  it('accept several choices and are applied after each', async () => {
    const { lastFilter } = await openList({ status: ['failed', 'pending'] });
    await user.click(pill('Status: Failed, Pending'));
    await user.click(await screen.findByRole('option', { name: 'Success' }));
    await waitFor(() => expect(lastFilter()).toEqual({ status: ['failed', 'pending', 'success'] }));
    await user.keyboard('{Escape}');
    expect(pill('Status: Failed, Pending, Success')).toBeInTheDocument();
  });

  it('leave out the field of the tabs, unless it has several values, which no tab shows', async () => {
    await openList({ status: ['failed', 'pending'] });
    expect(screen.queryByRole('tab', { selected: true })).not.toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Failed' }));
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /^Status/ })).not.toBeInTheDocument());
    await user.click(screen.getByRole('tab', { name: 'All' }));
    expect(screen.queryByRole('combobox', { name: /^Status/ })).not.toBeInTheDocument();
  });

  it('describe the order of the rows together with a filter by the same field', async () => {
    await openList();
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveTextContent('Sort by: Created ↓');
    expect(pill('Created')).toHaveTextContent('Created');
  });

  it('accept a referenced record, whose choices are loaded on demand', async () => {
    const { lastFilter, callsOf } = await openList();
    expect(callsOf('getList', 'channels')).toEqual([]);
    await user.click(pill('Channel'));
    await user.click(await screen.findByRole('option', { name: 'WeChat Pay' }));
    await waitFor(() => expect(lastFilter()).toEqual({ channel_id: 'wechat' }));
    expect(await screen.findByRole('combobox', { name: 'Channel: WeChat Pay' })).toBeInTheDocument();
  });

  it('tell records of the same name apart by the value they are searched by', async () => {
    const users = ['kim.a', 'kim.b', 'lee'].map((username) => {
      return { id: username, username, name: username === 'lee' ? 'Lee' : 'Kim' };
    });
    const { provider } = recordingProvider({ payment_requests: [], users });
    const address = listAddress({});
    await renderDeclaredPage({ dataProvider: provider, name: 'payment_requests', address });
    await user.click(await screen.findByRole('combobox', { name: /^Created by/ }));
    await screen.findByRole('option', { name: 'Lee' });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Any',
      'Kim (kim.a)',
      'Kim (kim.b)',
      'Lee',
    ]);
  });

  it('accept whole days of the tenant’s calendar', async () => {
    const { lastFilter } = await openList();
    const dialog = within(await open('Created'));
    fireEvent.change(dialog.getByLabelText('From date'), { target: { value: '2026-11-19' } });
    fireEvent.change(dialog.getByLabelText('To date'), { target: { value: '2026-11-20' } });
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(lastFilter()).toEqual({
        created_at_gte: '2026-11-18T16:00:00.000Z',
        created_at_lte: '2026-11-20T15:59:59.999Z',
      }),
    );
    expect(pill('Created: 2026-11-19 – 2026-11-20')).toBeInTheDocument();
  });

  it('have presets that use the tenant’s today', async () => {
    const { lastFilter } = await openList();
    await user.click(within(await open('Created')).getByRole('button', { name: 'Yesterday' }));
    await waitFor(() =>
      expect(lastFilter()).toEqual({
        created_at_gte: '2026-11-18T16:00:00.000Z',
        created_at_lte: '2026-11-19T15:59:59.999Z',
      }),
    );
  });

  it.each([
    ['2026-11-20', '2026-11-19', 'The end date is before the start date'],
    ['0026-11-20', '', 'Enter dates between 1970 and 2999'],
    ['', '9999-12-31', 'Enter dates between 1970 and 2999'],
  ])('reject the days "%s" to "%s" at the field', async (from, to, message) => {
    const { lastFilter } = await openList();
    const dialog = within(await open('Created'));
    fireEvent.change(dialog.getByLabelText('From date'), { target: { value: from } });
    fireEvent.change(dialog.getByLabelText('To date'), { target: { value: to } });
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(dialog.getByLabelText('To date')).toHaveAccessibleDescription(message);
    expect(lastFilter()).toEqual({});
  });

  it('accept exact amounts in minor units, also by Enter', async () => {
    const { lastFilter } = await openList();
    const dialog = within(await open('Order amount'));
    await user.type(dialog.getByLabelText('Minimum'), '70,368,744,177,664.01');
    await user.type(dialog.getByLabelText('Maximum'), '92233720368547758.07{Enter}');
    await waitFor(() =>
      expect(lastFilter()).toEqual({ amount_gte: '7036874417766401', amount_lte: '9223372036854775807' }),
    );
  });

  it('reject invalid amounts at the field, and send no request', async () => {
    const { lastFilter } = await openList();
    const dialog = within(await open('Order amount'));
    await user.type(dialog.getByLabelText('Minimum'), '12.345');
    await user.type(dialog.getByLabelText('Maximum'), 'many{Enter}');
    expect(dialog.getByLabelText('Minimum')).toHaveAccessibleDescription('Use at most 2 decimal places');
    expect(dialog.getByLabelText('Maximum')).toHaveAccessibleDescription('Enter a number such as 1,234.50');
    expect(lastFilter()).toEqual({});
  });

  it('show the current values when they are opened again', async () => {
    await openList({ amount_gte: '100', created_at_lte: '2026-11-20T15:59:59.999Z' });
    expect(within(await open('Order amount')).getByLabelText('Minimum')).toHaveValue('1.00');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(within(await open('Created')).getByLabelText('To date')).toHaveValue('2026-11-20');
  });

  it('search once for the whole text, after a pause in typing', async () => {
    const { lastFilter, callsOf } = await openList();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), ' C0000 ');
    await waitFor(() => expect(lastFilter()).toEqual({ q: 'C0000' }));
    expect(callsOf('getList', 'orders')).toHaveLength(2);
    expect(screen.getByRole('searchbox')).toHaveValue(' C0000 ');
  });

  it('search immediately by Enter', async () => {
    const { place } = await openList();
    await user.type(screen.getByRole('searchbox'), 'C000003{Enter}');
    expect(place.search).toBe(listAddress({ filter: '{"q":"C000003"}' }).replace(/^[^?]*/, ''));
  });

  it('can be removed one by one and all at once', async () => {
    const set = { q: 'C0', status: ['success'], amount_gte: '1' };
    const { lastFilter } = await openList(set);
    await user.click(screen.getByRole('button', { name: 'Remove filter: Order amount' }));
    await waitFor(() => expect(lastFilter()).toEqual({ q: 'C0', status: ['success'] }));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(lastFilter()).toEqual({}));
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
  });

  it('return to the first page', async () => {
    const orders = Array.from({ length: 25 }, (_, index) => orderRecord(index + 1));
    const { provider, callsOf } = recordingProvider({ orders, channels: CHANNELS });
    await renderDeclaredPage({ dataProvider: provider, address: listAddress({ page: '3' }) });
    await screen.findByText('C000021');
    await user.click(screen.getByRole('tab', { name: 'Success' }));
    await screen.findByText('C000001');
    // The next page may be prefetched after it.
    const narrowed = callsOf('getList', 'orders').find(({ filter }) => 'status' in Object(filter));
    expect(narrowed).toMatchObject({ filter: { status: ['success'] }, pagination: { page: 1, perPage: 10 } });
  });
});

describe('the status tabs of a declared list', () => {
  it('show which status, or all, the list is filtered by', async () => {
    const { lastFilter } = await openList({ status: ['failed'], amount_gte: '1' });
    const tabs = within(screen.getByRole('tablist', { name: 'Quick filter' }));
    expect(tabs.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'All',
      'Pending',
      'Success',
      'Failed',
      'Expired',
    ]);
    expect(tabs.getByRole('tab', { name: 'Failed' })).toHaveAttribute('aria-selected', 'true');
    await user.click(tabs.getByRole('tab', { name: 'All' }));
    await waitFor(() => expect(lastFilter()).toEqual({ amount_gte: '1' }));
  });

  it('show none while the filter has several', async () => {
    await openList({ status: ['failed', 'pending'] });
    expect(screen.queryByRole('tab', { selected: true })).not.toBeInTheDocument();
  });
});

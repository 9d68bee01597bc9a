import { screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, listAddress, renderDeclaredPage, withinPage } from '#tests/support/declaredPage.tsx';
import { gate } from '#tests/support/gate.ts';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider, unavailable } from '#tests/support/recordingProvider.ts';

const user = quickUser();

const orders = (count: number) => Array.from({ length: count }, (_, index) => orderRecord(index + 1));

function merchantWith(count: number) {
  const inYuan = (sum: string) => [{ currency: 'CNY', sum }];
  const summary = {
    count,
    sums: { amount: inYuan('9223372036854775807'), fee: inYuan('250'), arrival_amount: inYuan('0') },
  };
  return recordingProvider({ orders: orders(count), channels: [channelRecord()] }, summary);
}

const table = () => screen.findByRole('table', { name: 'Collection orders' });
const bodyRows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1);

describe('a declared list', () => {
  it('shows the first page in the declared order, each value by its type', async () => {
    const { provider, callsOf } = merchantWith(11);
    await renderDeclaredPage({ dataProvider: provider });
    await screen.findByText('C000001');
    expect(callsOf('getList', 'orders')).toEqual([
      {
        pagination: { page: 1, perPage: 10 },
        sort: { field: 'created_at', order: 'DESC' },
        filter: {},
        meta: undefined,
      },
    ]);
    const rows = await bodyRows();
    expect(rows).toHaveLength(10);
    const cells = within(rows[0] ?? document.body).getAllByRole('cell');
    await waitFor(() =>
      expect(cells.map((cell) => cell.textContent)).toEqual([
        'C000001',
        'M-1',
        'Alipay QR',
        '1,000.01',
        '2.50',
        '997.51',
        'Success',
        '2026-11-20 11:59:00',
      ]),
    );
  });

  it('names the fields that it searches', async () => {
    await renderDeclaredPage({ dataProvider: merchantWith(1).provider });
    const names = 'Platform order number / Merchant order number / Channel order number / Payer';
    expect(await screen.findByPlaceholderText(names)).toHaveAttribute('title', names);
  });

  it.each([
    ['is a link for users who may open them', ['channels.show'], '/channels/alipay/show'],
    ['is plain text for others', ['channels.list'], null],
  ])('a reference to a record %s', async (_, permissions, href) => {
    const { provider } = merchantWith(1);
    const findPlace = (name: string) => (name === 'channels' ? { basePath: '/channels', permissions } : null);
    await renderDeclaredPage({ dataProvider: provider, findPlace });
    const channel = await screen.findByText('Alipay QR');
    expect(channel.closest('a')?.getAttribute('href') ?? null).toBe(href);
  });

  it('requests the names of all channels on a page at once', async () => {
    const { provider, callsOf } = merchantWith(3);
    await renderDeclaredPage({ dataProvider: provider });
    expect((await screen.findAllByText('Alipay QR')).length).toBe(3);
    expect(callsOf('getMany', 'channels')).toEqual([{ ids: ['alipay'] }]);
  });

  it("shows IDs if the names can't be loaded", async () => {
    const merchant = merchantWith(1);
    merchant.before = ({ resource }) => {
      if (resource === 'channels') throw unavailable();
    };
    await renderDeclaredPage({ dataProvider: merchant.provider });
    expect(await screen.findByText('alipay')).toBeInTheDocument();
  });

  it('leaves out names that the user may not read, without an error', async () => {
    const merchant = recordingProvider({ orders: [orderRecord(1)] });
    merchant.before = ({ resource }) => {
      if (resource === 'channels') throw new HttpError('You don’t have permission to do this.', 403);
    };
    const { failedQueries } = await renderDeclaredPage({ dataProvider: merchant.provider });
    await screen.findByText('C000001');
    const [row] = await bodyRows();
    await waitFor(() => expect(row?.children[2]).toHaveTextContent('—'));
    expect(failedQueries()).toEqual([]);
  });

  it('shows exact totals of the filtered records, beyond the precision of a float', async () => {
    await renderDeclaredPage({ dataProvider: merchantWith(1).provider });
    expect(await screen.findByText('92,233,720,368,547,758.07 CNY')).toBeInTheDocument();
    expect(screen.getByText('Count').nextElementSibling).toHaveTextContent('1');
  });

  it('requests the totals once per filter, not again for another page or order', async () => {
    const { provider, callsOf } = merchantWith(11);
    await renderDeclaredPage({ dataProvider: provider });
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await screen.findByText('C000011');
    await user.click(screen.getByRole('button', { name: /Order amount/ }));
    await screen.findByText('C000001');
    expect(callsOf('getSummary', 'orders')).toEqual([{ filter: {} }]);
  });

  it("leaves the totals out if they can't be loaded, and shows the rows", async () => {
    const merchant = merchantWith(1);
    merchant.before = ({ method }) => {
      if (method === 'getSummary') throw unavailable();
    };
    await renderDeclaredPage({ dataProvider: merchant.provider });
    await screen.findByText('C000001');
    await waitFor(() => expect(screen.queryByText('Count')).not.toBeInTheDocument());
    expect(withinPage().queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows "no value" for an empty value', async () => {
    const { provider } = recordingProvider({ orders: [{ ...orderRecord(1), fee: null }], channels: [] });
    await renderDeclaredPage({ dataProvider: provider });
    await screen.findByText('C000001');
    expect(within(await table()).getByRole('img', { name: 'No value' })).toHaveTextContent('—');
  });

  it('is busy, with its columns in place, until the rows have arrived', async () => {
    const merchant = merchantWith(3);
    const { opened, open } = gate();
    merchant.before = () => opened;
    await renderDeclaredPage({ dataProvider: merchant.provider });
    expect(await table()).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('columnheader', { name: 'Platform order number' })).toBeInTheDocument();
    open();
    await screen.findByText('C000001');
    expect(await table()).toHaveAttribute('aria-busy', 'false');
  });

  it('keeps the rows of the previous page, busy, until the next have arrived', async () => {
    const merchant = merchantWith(11);
    await renderDeclaredPage({ dataProvider: merchant.provider });
    await screen.findByText('C000001');
    const { opened, open } = gate();
    merchant.before = () => opened;
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(async () => expect(await table()).toHaveAttribute('aria-busy', 'true'));
    expect(screen.getByText('C000001')).toBeInTheDocument();
    open();
    expect(await screen.findByText('C000011')).toBeInTheDocument();
    expect(screen.queryByText('C000001')).not.toBeInTheDocument();
  });

  it('shows an error in place of the rows, and tries again', async () => {
    const merchant = merchantWith(3);
    merchant.before = ({ method }) => {
      if (method === 'getList') throw unavailable();
    };
    await renderDeclaredPage({ dataProvider: merchant.provider });
    expect(await withinPage().findByRole('alert')).toHaveTextContent('The service is not available.');
    expect(screen.getByRole('searchbox')).toBeEnabled();
    merchant.before = () => {};
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('C000001')).toBeInTheDocument();
    expect(withinPage().queryByRole('alert')).not.toBeInTheDocument();
  });

  it("keeps rows that it couldn't refetch, and says so", async () => {
    const merchant = merchantWith(3);
    const { refresh } = await renderDeclaredPage({ dataProvider: merchant.provider });
    await screen.findByText('C000001');
    merchant.before = () => {
      throw unavailable();
    };
    refresh();
    expect(await withinPage().findByRole('alert')).toHaveTextContent('The service is not available.');
    expect(screen.getByText('C000001')).toBeInTheDocument();
    merchant.before = () => {};
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(withinPage().queryByRole('alert')).not.toBeInTheDocument());
  });

  it('without any record says so and has no pagination', async () => {
    await renderDeclaredPage({ dataProvider: merchantWith(0).provider });
    expect(await screen.findByText('Nothing here yet')).toBeInTheDocument();
    expect(screen.queryByRole('navigation', { name: 'Pagination' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
  });

  it('without any record offers the form to users who may create one', async () => {
    const { provider } = recordingProvider({ bankcards: [] });
    const permissions = ['bankcards.list', 'bankcards.create'];
    await renderDeclaredPage({ name: 'bankcards', dataProvider: provider, permissions });
    expect(await screen.findByText('Add the first record to get started.')).toBeInTheDocument();
    const [inHeader, inNotice] = screen.getAllByRole('link', { name: 'Add bank card' });
    expect(inNotice).toHaveAttribute('href', inHeader?.getAttribute('href'));
  });

  it('without a matching record offers to clear the filter', async () => {
    const address = listAddress({ filter: '{"status":["failed"]}' });
    const { place } = await renderDeclaredPage({ dataProvider: merchantWith(3).provider, address });
    const notice = (await screen.findByText('No results')).parentElement ?? document.body;
    await user.click(within(notice).getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('C000001')).toBeInTheDocument();
    expect(place.search).toBe('');
  });
});

describe('the order of a declared list', () => {
  const header = (name: RegExp) => screen.getByRole('columnheader', { name });

  it('is changed by its headers and exposed to assistive technology', async () => {
    const { provider, callsOf } = merchantWith(11);
    const { place } = await renderDeclaredPage({ dataProvider: provider, address: listAddress({ page: '2' }) });
    await screen.findByText('C000011');
    expect(header(/Created/)).toHaveAttribute('aria-sort', 'descending');
    expect(header(/Order amount/)).toHaveAttribute('aria-sort', 'none');
    expect(header(/Fee/)).not.toHaveAttribute('aria-sort');

    await user.click(screen.getByRole('button', { name: /Order amount/ }));
    await waitFor(() => expect(header(/Order amount/)).toHaveAttribute('aria-sort', 'ascending'));
    await user.click(screen.getByRole('button', { name: /Order amount/ }));
    await waitFor(() => expect(header(/Order amount/)).toHaveAttribute('aria-sort', 'descending'));

    const asked = callsOf('getList', 'orders').map(({ sort, pagination }) => ({ sort, pagination }));
    expect(asked.slice(1)).toEqual([
      { sort: { field: 'amount', order: 'ASC' }, pagination: { page: 1, perPage: 10 } },
      { sort: { field: 'amount', order: 'DESC' }, pagination: { page: 1, perPage: 10 } },
    ]);
    expect(place.search).toBe('?sort=amount&order=DESC');
  });
});

describe('a row of a declared list', () => {
  it('opens its record by its link, by the keyboard or by a click anywhere', async () => {
    const { place } = await renderDeclaredPage({ dataProvider: merchantWith(1).provider });
    const link = await screen.findByRole('link', { name: 'C000001' });
    expect(link).toHaveAttribute('href', `${LIST_PATH}/order-1/show`);
    await user.click(screen.getByText('M-1'));
    expect(place.pathname).toBe(`${LIST_PATH}/order-1/show`);
  });

  it('has a correct address for an ID with special characters', async () => {
    const id = 'a/b#c d?e%2Ff';
    const { provider, callsOf } = recordingProvider({ orders: [orderRecord(1, { id })], channels: [channelRecord()] });
    await renderDeclaredPage({ dataProvider: provider });
    const link = await screen.findByRole('link', { name: 'C000001' });
    expect(link).toHaveAttribute('href', `${LIST_PATH}/${encodeURIComponent(id)}/show`);
    await user.click(link);
    expect(await screen.findByRole('heading', { name: /C000001/, level: 1 })).toBeInTheDocument();
    expect(callsOf('getOne', 'orders').every((params) => params['id'] === id)).toBe(true);
  });

  it('opens nothing for users who may not open records', async () => {
    const { place } = await renderDeclaredPage({
      dataProvider: merchantWith(1).provider,
      permissions: ['orders.list'],
    });
    await user.click(await screen.findByText('C000001'));
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    expect(place.pathname).toBe(LIST_PATH);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, listAddress, renderDeclaredPage, withinPage } from '#tests/support/declaredPage.tsx';
import { gate } from '#tests/support/gate.ts';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider, unavailable } from '#tests/support/recordingProvider.ts';

const user = quickUser();

const address = `${LIST_PATH}/order-1/show`;

function merchantWith(order = orderRecord(1)) {
  return recordingProvider({ orders: [order], channels: [channelRecord()] });
}

/** The value beside the label of a field, within a group. */
const valueOf = (group: string, field: string) =>
  within(screen.getByRole('region', { name: group })).getByText(field).nextElementSibling;

describe('the page of a record', () => {
  it('shows its groups, each value by its type and with its unit', async () => {
    const order = orderRecord(1, {
      amount: '9223372036854775807',
      status: 'failed',
      error_code: 'E_1047',
    });
    await renderDeclaredPage({ dataProvider: merchantWith(order).provider, address });
    expect(await screen.findByRole('heading', { name: /C000001/, level: 1 })).toBeInTheDocument();
    expect(valueOf('Amounts', 'Order amount')).toHaveTextContent('92,233,720,368,547,758.07 CNY');
    expect(valueOf('Order', 'Status')).toHaveTextContent('Failed');
    await waitFor(() => expect(valueOf('Order', 'Channel')).toHaveTextContent('Alipay QR'));
    expect(valueOf('Result', 'Error code')).toHaveTextContent('E_1047');
    expect(valueOf('Dates', 'Created')).toHaveTextContent('2026-11-20 11:59:00');
  });

  it.each([
    [
      'a change of the available balance',
      { change_amount: '-1000', frozen_change: '1000' },
      'Change (available)-10.00 CNY',
    ],
    ['a change of frozen money only', { change_amount: '0', frozen_change: '-1000' }, 'Change (frozen)-10.00 CNY'],
    ['no change', { change_amount: '0', frozen_change: '0' }, 'Change (available)0.00 CNY'],
  ])('is headed by the amount moved: %s', async (_, changes, shown) => {
    const entry = { id: 'one', serial_no: 'L1', currency: 'CNY', ledger_type: 'debit', total_change: '0', ...changes };
    const { provider } = recordingProvider({ ledgers: [entry] });
    await renderDeclaredPage({ dataProvider: provider, name: 'ledgers', address: `${LIST_PATH}/one/show` });
    const heading = await screen.findByRole('heading', { name: /L1/, level: 1 });
    expect(heading.parentElement?.nextElementSibling).toHaveTextContent(shown);
  });

  it('leaves out empty fields, because nobody can fill them', async () => {
    await renderDeclaredPage({ dataProvider: merchantWith(orderRecord(1, { payer_name: null })).provider, address });
    const group = within(await screen.findByRole('region', { name: 'Order' }));
    expect(group.getByText('Status')).toBeInTheDocument();
    expect(group.queryByText('Payer')).toBeNull();
  });

  it('shows the reason for its status in the heading, and nowhere else', async () => {
    const failed = orderRecord(1, { status: 'failed', error_code: 'LIMIT_EXCEEDED', error_msg: '超出单日支付限额' });
    await renderDeclaredPage({ dataProvider: merchantWith(failed).provider, address });
    const heading = (await screen.findByRole('heading', { name: /C000001/ })).parentElement;
    await waitFor(() => expect(heading).toHaveTextContent(/Failed.*exceeds a limit.*“超出单日支付限额”/));
    expect(screen.getAllByText(/超出单日支付限额/)).toHaveLength(1);
    expect(valueOf('Result', 'Error code')).toHaveTextContent('LIMIT_EXCEEDED');
    expect(screen.queryByText('Failure reason')).not.toBeInTheDocument();
  });

  it('has no card for a group without a value', async () => {
    await renderDeclaredPage({ dataProvider: merchantWith(orderRecord(1, { client_ip: '' })).provider, address });
    expect(await screen.findByRole('region', { name: 'Order' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Result' })).not.toBeInTheDocument();
  });

  it('copies a number and confirms it', async () => {
    await renderDeclaredPage({ dataProvider: merchantWith().provider, address });
    await user.click(await screen.findByRole('button', { name: 'Copy: Merchant order number' }));
    expect(await navigator.clipboard.readText()).toBe('M-1');
    // The button's tooltip has the same text, once it has opened.
    const words = await screen.findAllByText('Copied: Merchant order number');
    expect(words.map((element) => element.role)).toContain('status');
  });

  it('leads back to the list as it was left', async () => {
    const query = { filter: '{"status":["success"]}' };
    const { place } = await renderDeclaredPage({ dataProvider: merchantWith().provider, address: listAddress(query) });
    await user.click(await screen.findByRole('link', { name: 'C000001' }));
    await user.click(await screen.findByRole('link', { name: 'Collection orders' }));
    expect(`${place.pathname}${place.search}`).toBe(listAddress(query));
  });

  it('leads to the plain list if none was opened before', async () => {
    await renderDeclaredPage({ dataProvider: merchantWith().provider, address });
    expect(await screen.findByRole('link', { name: 'Collection orders' })).toHaveAttribute('href', LIST_PATH);
  });

  it('is busy until the record has arrived', async () => {
    const merchant = merchantWith();
    const { opened, open } = gate();
    merchant.before = () => opened;
    await renderDeclaredPage({ dataProvider: merchant.provider, address });
    const link = await screen.findByRole('link', { name: 'Collection orders' });
    expect(link.parentElement).toHaveAttribute('aria-busy', 'true');
    open();
    await screen.findByText('M-1');
    expect(link.parentElement).toHaveAttribute('aria-busy', 'false');
  });

  it("says that the record doesn't exist", async () => {
    await renderDeclaredPage({ dataProvider: merchantWith().provider, address: `${LIST_PATH}/no-such-id/show` });
    expect(await withinPage().findByRole('alert')).toHaveTextContent('Record not found');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('shows an error, and tries again', async () => {
    const merchant = merchantWith();
    merchant.before = () => {
      throw unavailable();
    };
    await renderDeclaredPage({ dataProvider: merchant.provider, address });
    expect(await withinPage().findByRole('alert')).toHaveTextContent('The service is not available.');
    merchant.before = () => {};
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: /C000001/, level: 1 })).toBeInTheDocument();
  });

  it("isn't found by users who may not view records", async () => {
    const { provider, calls } = merchantWith();
    await renderDeclaredPage({ dataProvider: provider, address, permissions: ['orders.list'] });
    expect(await withinPage().findByRole('alert')).toHaveTextContent('Page not found');
    expect(calls).toEqual([]);
  });

  it.each([`${LIST_PATH}/order-1`, `${LIST_PATH}/order-1/edit`, `${LIST_PATH}/%zz/show`])(
    "isn't at %s",
    async (elsewhere) => {
      await renderDeclaredPage({ dataProvider: merchantWith().provider, address: elsewhere });
      expect(await withinPage().findByRole('alert')).toHaveTextContent('Page not found');
    },
  );
});

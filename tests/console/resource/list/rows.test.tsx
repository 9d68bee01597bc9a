import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, renderDeclaredPage, editedDeclarations } from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const user = quickUser();

const EVERYTHING = ['list', 'show', 'create', 'edit', 'delete'];

/** Opens a list of orders with these operations and additions to their list. */
async function openList({ operations = EVERYTHING, list = {}, fee = {} } = {}) {
  const declarations = editedDeclarations((text) =>
    text
      .replace('"name": "orders",', `"name": "orders", "operations": ${JSON.stringify(EVERYTHING)},`)
      .replace('"tabs": "status",', `${JSON.stringify({ tabs: 'status', ...list }).slice(1, -1)},`)
      .replace('"source": "fee",', `${JSON.stringify({ source: 'fee', ...fee }).slice(1, -1)},`),
  );
  const orders = [orderRecord(1), orderRecord(2, { status: 'failed' })];
  const { provider } = recordingProvider({ orders, channels: [channelRecord()] });
  const permissions = operations.map((operation) => `orders.${operation}`);
  const page = await renderDeclaredPage({ dataProvider: provider, permissions, declarations });
  await screen.findByText('C000001');
  return page;
}

const cells = (number: number) => {
  const row = screen.getByText(`C00000${number}`).closest('tr') ?? document.body;
  return within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
};

describe('a cell on a card, which has no header', () => {
  it('has its label if the value needs one, and none if the value is clear without', async () => {
    const declarations = editedDeclarations((text) =>
      text
        .replace('"source": "subject", "type": "text"', '"source": "subject", "type": "boolean"')
        .replace(/"merchant_order_no",(?=\s+"channel_id",\s+"amount")/, '"subject",'),
    );
    const orders = [{ ...orderRecord(1), subject: false }];
    const { provider } = recordingProvider({ orders, channels: [channelRecord()] });
    await renderDeclaredPage({ dataProvider: provider, permissions: ['orders.list'], declarations });
    expect(await screen.findByRole('cell', { name: 'No' })).toHaveAttribute('data-label', 'Subject: ');
    expect(screen.getByRole('cell', { name: 'C000001' })).not.toHaveAttribute('data-label');
  });
});

describe('the menu of a row', () => {
  it('has what the user may do, and leads there', async () => {
    const { place } = await openList();
    await user.click(screen.getByRole('button', { name: 'Actions: C000002' }));
    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['View', 'Edit', 'Delete']);
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await waitFor(() => expect(place.pathname).toBe(`${LIST_PATH}/order-2`));
  });

  it('deletes the record after a confirmation', async () => {
    await openList();
    await user.click(screen.getByRole('button', { name: 'Actions: C000002' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('C000002')).not.toBeInTheDocument());
    expect(screen.getByText('C000001')).toBeInTheDocument();
  });

  it('is missing for users who may only view', async () => {
    await openList({ operations: ['list', 'show'] });
    expect(screen.queryByRole('button', { name: /^Actions/ })).not.toBeInTheDocument();
  });
});

describe('a click on a row', () => {
  it.each([
    ['show', '/order-1/show'],
    ['edit', '/order-1'],
    ['none', ''],
  ])('that is declared "%s" leads to %s', async (rowClick, path) => {
    const { place } = await openList({ list: { rowClick } });
    await user.click(screen.getByText('M-1'));
    await waitFor(() => expect(place.pathname).toBe(LIST_PATH + path));
  });

  it('that is declared "expand" shows more below it, and hides it again', async () => {
    const { place } = await openList({ list: { rowClick: 'expand', expand: ['subject', 'client_ip'] } });
    await user.click(screen.getByText('M-1'));
    expect(await screen.findByText('Gift card')).toBeInTheDocument();
    expect(place.pathname).toBe(LIST_PATH);
    await user.click(screen.getByRole('button', { name: 'Details: C000001' }));
    expect(screen.queryByText('Gift card')).not.toBeInTheDocument();
  });
});

describe('a cell', () => {
  it('is empty if the record lacks the field', async () => {
    await openList({ operations: ['list'], fee: { when: { field: 'status', eq: 'success' } } });
    expect(cells(1)[4]).toBe('2.50');
    expect(cells(2)[4]).toBe('—');
  });
});

describe('a new record', () => {
  it('is opened from the list by users who may create', async () => {
    const { place } = await openList();
    await user.click(screen.getByRole('link', { name: 'New' }));
    await waitFor(() => expect(place.pathname).toBe(`${LIST_PATH}/create`));
  });

  it("isn't offered to others", async () => {
    await openList({ operations: ['list', 'show'] });
    expect(screen.queryByRole('link', { name: 'New' })).not.toBeInTheDocument();
  });
});

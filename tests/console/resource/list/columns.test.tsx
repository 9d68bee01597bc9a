import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listAddress, renderDeclaredPage, editedDeclarations } from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const user = quickUser();

const DECLARED = [
  'Platform order number',
  'Merchant order number',
  'Channel',
  'Order amount',
  'Fee',
  'Net amount',
  'Status',
  'Created',
];

/** The orders' declaration with other columns. */
const withColumns = (columns: string[]) =>
  editedDeclarations((text, name) => {
    const declaration: unknown = JSON.parse(text);
    return JSON.stringify(name === 'orders' ? Object.assign({}, declaration, { list: { columns } }) : declaration);
  });

async function openList(page: Partial<Parameters<typeof renderDeclaredPage>[0]> = {}) {
  const { provider } = recordingProvider({ orders: [orderRecord(1)], channels: [channelRecord()] });
  const opened = await renderDeclaredPage({ dataProvider: provider, ...page });
  await screen.findByText('C000001');
  return opened;
}

async function openMenu() {
  await user.click(screen.getByRole('button', { name: /^View:/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Columns…' }));
  return within(await screen.findByRole('dialog', { name: 'Columns' }));
}

/** Names of the visible columns, without their units. */
const shown = () =>
  screen.getAllByRole('columnheader', { hidden: true }).map((cell) => cell.textContent.replace(/ CNY$/, ''));

describe('the columns of a list', () => {
  it('are those declared until the user changes them', async () => {
    await openList();
    expect(shown()).toEqual(DECLARED);
  });

  it('can be hidden and shown', async () => {
    await openList();
    const menu = await openMenu();
    await user.click(menu.getByRole('checkbox', { name: 'Fee' }));
    await user.click(menu.getByRole('checkbox', { name: 'Subject' }));
    expect(shown()).toEqual([...DECLARED.filter((name) => name !== 'Fee'), 'Subject']);
    expect(screen.getByText('Gift card')).toBeInTheDocument();
  });

  it("can't all be hidden", async () => {
    await openList({ declarations: withColumns(['order_no']) });
    const menu = await openMenu();
    expect(menu.getByRole('checkbox', { name: 'Platform order number' })).toBeDisabled();
  });

  it('can be moved by buttons, by Alt and an arrow key, and by dragging', async () => {
    await openList({ declarations: withColumns(['order_no', 'amount', 'fee']) });
    const menu = await openMenu();
    await user.click(menu.getByRole('button', { name: 'Move up: Fee' }));
    expect(shown()).toEqual(['Platform order number', 'Fee', 'Order amount']);
    menu.getByRole('checkbox', { name: 'Platform order number' }).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(shown()).toEqual(['Fee', 'Platform order number', 'Order amount']);
    const [first, , third] = menu.getAllByRole('listitem');
    fireEvent.dragStart(third ?? document.body);
    fireEvent.dragOver(first ?? document.body);
    fireEvent.dragEnd(first ?? document.body);
    expect(shown()).toEqual(['Order amount', 'Fee', 'Platform order number']);
  });

  it('can be reset to those declared', async () => {
    await openList();
    const menu = await openMenu();
    await user.click(menu.getByRole('checkbox', { name: 'Fee' }));
    await user.click(menu.getByRole('button', { name: 'Reset columns' }));
    expect(shown()).toEqual(DECLARED);
    expect(menu.getByRole('checkbox', { name: 'Fee' })).toBeChecked();
  });

  it('are stored for the user who chose them, and for no other', async () => {
    await openList({ user: 'user-1' });
    await user.click((await openMenu()).getByRole('checkbox', { name: 'Fee' }));
    cleanup();
    await openList({ user: 'user-2' });
    expect(shown()).toEqual(DECLARED);
    cleanup();
    await openList({ user: 'user-1' });
    expect(shown()).not.toContain('Fee');
  });

  it('leave out fields that are no longer declared, and show new ones', async () => {
    await openList({ declarations: withColumns(['order_no', 'amount', 'fee']) });
    await user.click((await openMenu()).getByRole('checkbox', { name: 'Fee' }));
    cleanup();
    localStorage.setItem(
      'preferences/user-1/list.orders',
      (localStorage.getItem('preferences/user-1/list.orders') ?? '').replace('"amount"', '"amount","gone_since"'),
    );
    await openList({ declarations: withColumns(['order_no', 'amount', 'fee', 'status']) });
    expect(shown()).toEqual(['Platform order number', 'Order amount', 'Status']);
  });

  it("are as declared if the stored choice can't be read", async () => {
    localStorage.setItem('preferences/user-1/list.orders', '{"columns":{"shown":7},"views":"many"');
    await openList();
    expect(shown()).toEqual(DECLARED);
  });

  it('are those in the address, for any user', async () => {
    const { place } = await openList({ address: listAddress({ columns: 'status,order_no,no_such' }) });
    expect(shown()).toEqual(['Status', 'Platform order number']);
    await user.click((await openMenu()).getByRole('checkbox', { name: 'Status' }));
    await waitFor(() => expect(new URLSearchParams(place.search).get('columns')).toBe('order_no'));
    expect(localStorage.getItem('preferences/user-1/list.orders')).toBeNull();
  });

  it('leave out fields that the user may not see', async () => {
    const declarations = editedDeclarations((text) =>
      text.replace('"source": "fee",', '"source": "fee", "permission": "fees",'),
    );
    await openList({ declarations });
    expect(shown()).not.toContain('Fee');
    expect((await openMenu()).queryByRole('checkbox', { name: 'Fee' })).not.toBeInTheDocument();
  });
});

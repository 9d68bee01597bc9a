import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, listAddress, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const user = quickUser();

const FAILED = JSON.stringify({ status: ['failed'] });

async function openList(address = LIST_PATH, name = 'user-1') {
  const orders = [orderRecord(1, { status: 'failed' }), orderRecord(2)];
  const { provider, callsOf } = recordingProvider({ orders, channels: [channelRecord()] });
  const { place, visit } = await renderDeclaredPage({ dataProvider: provider, address, user: name });
  await screen.findByText('C000001');
  const asked = () => callsOf('getList', 'orders');
  const query = () => Object.fromEntries(new URLSearchParams(place.search));
  return { place, visit, asked, query };
}

const menuButton = () => screen.getByLabelText(/^View:/);
async function choose(item: string) {
  await user.click(menuButton());
  await user.click(within(await screen.findByRole('menu')).getByText(item));
}
async function saveAs(name: string, { byDefault = false } = {}) {
  await choose('Save as new view…');
  fireEvent.change(await screen.findByRole('textbox', { name: 'View name' }), { target: { value: name } });
  if (byDefault) await user.click(screen.getByRole('checkbox', { name: 'Open this list with this view' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(menuButton()).toHaveAccessibleName(`View: ${name}`));
}

describe('a saved view', () => {
  it('restores filters, order, page size and columns', async () => {
    const address = listAddress({
      filter: FAILED,
      sort: 'amount',
      order: 'ASC',
      perPage: '20',
      columns: 'order_no,fee',
    });
    const { query } = await openList(address);
    await saveAs('Cheap failures');
    await choose('All records');
    await screen.findByText('C000002');
    await waitFor(() => expect(query()).toEqual({}));
    await choose('Cheap failures');
    await waitFor(() => expect(screen.queryByText('C000002')).not.toBeInTheDocument());
    expect(query()).toMatchObject({ filter: FAILED, sort: 'amount', order: 'ASC', perPage: '20' });
    expect(screen.getAllByRole('columnheader')).toHaveLength(2);
  });

  it('has all of it in the address, which shows the same to a user without the view', async () => {
    const { place } = await openList(listAddress({ filter: FAILED, columns: 'order_no,fee' }));
    await saveAs('Mine');
    const address = LIST_PATH + place.search;
    cleanup();
    const { asked } = await openList(address, 'user-2');
    expect(menuButton()).toHaveAccessibleName('View: Filtered records');
    expect(asked()).toMatchObject([{ filter: { status: ['failed'] } }]);
    expect(screen.getAllByRole('columnheader')).toHaveLength(2);
    await user.click(menuButton());
    expect(await screen.findByRole('menuitemradio', { name: 'All records', checked: false })).toBeInTheDocument();
  });

  it('is marked once the list differs from it, and can be updated or reset', async () => {
    const { query } = await openList();
    await saveAs('Mine');
    await user.click(screen.getByRole('tab', { name: 'Failed' }));
    await waitFor(() => expect(menuButton()).toHaveAccessibleName('View: Mine (changed)'));
    await choose('Discard changes');
    await waitFor(() => expect(menuButton()).toHaveAccessibleName('View: Mine'));
    expect(query()).not.toHaveProperty('filter');

    await user.click(screen.getByRole('tab', { name: 'Failed' }));
    await waitFor(() => expect(menuButton()).toHaveAccessibleName('View: Mine (changed)'));
    await choose('Save changes to “Mine”');
    await waitFor(() => expect(menuButton()).toHaveAccessibleName('View: Mine'));
    expect(query()).toMatchObject({ filter: FAILED });
  });

  it('stays unmarked on another page', async () => {
    const { visit, place } = await openList();
    await saveAs('Mine');
    visit(`${LIST_PATH}${place.search}&page=1`);
    expect(menuButton()).toHaveAccessibleName('View: Mine');
  });

  it('is marked for other columns too, which are not stored as the user’s own', async () => {
    await openList();
    await saveAs('Mine');
    await user.click(screen.getByRole('button', { name: /^View:/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Columns…' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Fee' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(menuButton()).toHaveAccessibleName('View: Mine (changed)'));
    await choose('All records');
    expect(await screen.findByRole('columnheader', { name: /^Fee/ })).toBeInTheDocument();
  });

  it('is renamed and deleted', async () => {
    const { query } = await openList();
    await saveAs('Mine');
    await choose('Rename…');
    const name = await screen.findByRole('textbox', { name: 'View name' });
    await user.clear(name);
    await user.type(name, 'Ours{Enter}');
    await waitFor(() => expect(menuButton()).toHaveAccessibleName('View: Ours'));
    await choose('Delete view');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete view' }));
    await waitFor(() => expect(menuButton()).toHaveAccessibleName('View: All records'));
    expect(query()).not.toHaveProperty('view');
    await user.click(menuButton());
    expect(await screen.findAllByRole('menuitemradio')).toHaveLength(1);
  });

  it('needs a unique name', async () => {
    await openList();
    await saveAs('Mine');
    await choose('Save as new view…');
    const name = await screen.findByRole('textbox', { name: 'View name' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(name).toHaveAccessibleDescription('Enter a name');
    await user.type(name, ' Mine {Enter}');
    expect(name).toHaveAccessibleDescription('A view with this name already exists');
  });

  it('can be what the plain address opens, without a request for other rows first', async () => {
    await openList(listAddress({ filter: FAILED }));
    await saveAs('Mine', { byDefault: true });
    cleanup();
    const { asked, query } = await openList();
    expect(menuButton()).toHaveAccessibleName('View: Mine');
    await waitFor(() => expect(query()).toMatchObject({ filter: FAILED }));
    expect(asked()).toHaveLength(1);
  });

  it('that opens by default can be left for the list as declared', async () => {
    const { visit } = await openList(listAddress({ filter: FAILED }));
    await saveAs('Mine', { byDefault: true });
    await choose('All records');
    await screen.findByText('C000002');
    await user.click(screen.getByRole('tab', { name: 'Failed' }));
    await user.click(screen.getByRole('tab', { name: 'All' }));
    expect(await screen.findByText('C000002')).toBeInTheDocument();
    visit(LIST_PATH);
    await waitFor(() => expect(menuButton()).toHaveAccessibleName('View: Mine'));
  });

  it('can stop opening by default', async () => {
    const { visit } = await openList();
    await saveAs('Mine', { byDefault: true });
    await choose('Remove as default view');
    visit(LIST_PATH);
    await waitFor(() => expect(menuButton()).toHaveAccessibleName('View: All records'));
  });
});

import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pageCommands } from '../../../../packages/ra-declared/src/ui/pageCommands.ts';
import { LIST_PATH, renderDeclaredPage, editedDeclarations } from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const user = quickUser();

const EVERYTHING = ['list', 'show', 'create', 'edit', 'delete', 'export'];

/** Orders with every operation and with details below each row. */
const declarations = editedDeclarations((text) =>
  text
    .replace('"name": "orders",', `"name": "orders", "operations": ${JSON.stringify(EVERYTHING)},`)
    .replace('"tabs": "status",', '"tabs": "status", "expand": ["subject", "client_ip"],'),
);

async function openList(permissions = EVERYTHING) {
  const orders = Array.from({ length: 12 }, (_, index) => orderRecord(index + 1));
  const { provider } = recordingProvider({ orders, channels: [channelRecord()] });
  const keys = permissions.map((operation) => `orders.${operation}`);
  const page = await renderDeclaredPage({ dataProvider: provider, permissions: keys, declarations });
  await screen.findByText('C000001');
  return page;
}

/** The row of an order, which can have the focus. */
const row = (number: number) => {
  const link = screen.getByRole('link', { name: `C${String(number).padStart(6, '0')}` });
  return link.closest('tr') ?? document.body;
};

describe('the keys of a list', () => {
  it('move between rows, of which only one is in the Tab order', async () => {
    await openList();
    await user.keyboard('{ArrowDown}');
    expect(row(1)).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(row(2)).toHaveFocus();
    expect([row(1).tabIndex, row(2).tabIndex, row(3).tabIndex]).toEqual([-1, 0, -1]);
    await user.keyboard('{End}{ArrowDown}');
    expect(row(10)).toHaveFocus();
    await user.keyboard('{Home}');
    expect(row(1)).toHaveFocus();
  });

  it('start on the first row of another page', async () => {
    await openList();
    await user.keyboard('{ArrowDown}{End}');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('C000011');
    expect(row(11).tabIndex).toBe(0);
  });

  it('open a row with Enter', async () => {
    const { place } = await openList();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(place.pathname).toBe(`${LIST_PATH}/order-2/show`);
  });

  it('select with Space, select up to a row with Shift and Space, and clear with Escape', async () => {
    await openList();
    await user.keyboard('{ArrowDown} ');
    const count = () => screen.queryByText(/ selected$/)?.textContent;
    await waitFor(() => expect(count()).toBe('1 selected'));
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>} {/Shift}');
    expect(count()).toBe('3 selected');
    await user.keyboard('{Escape}');
    expect(count()).toBeUndefined();
    expect(row(3)).toHaveFocus();
  });

  it('show and hide the details of a row', async () => {
    await openList();
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(await screen.findByText('Client IP')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Details: C000001' })).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{ArrowLeft}');
    expect(screen.queryByText('Client IP')).not.toBeInTheDocument();
  });

  it('lead to the search box and to a new record', async () => {
    const { place } = await openList();
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    expect(screen.getByRole('searchbox')).toHaveValue('');
    await user.keyboard('n/?');
    expect(screen.getByRole('searchbox')).toHaveValue('n/?');
    expect(place.pathname).toBe(LIST_PATH);
    screen.getByRole('searchbox').blur();
    await user.keyboard('n');
    await waitFor(() => expect(place.pathname).toBe(`${LIST_PATH}/create`));
  });

  it('open the export', async () => {
    await openList();
    await user.keyboard('e');
    expect(await screen.findByRole('dialog', { name: /Export/ })).toBeInTheDocument();
  });

  it.each([
    [['list', 'export'], ['Export']],
    [['list'], []],
  ])('are not needed for the export, which the palette offers to users with %j', async (permissions, labels) => {
    await openList(permissions);
    const offered = pageCommands();
    expect(offered.map(({ label }) => label)).toEqual(labels);
    act(() => offered.forEach(({ run }) => run()));
    await waitFor(() => expect(screen.queryAllByRole('dialog', { name: /Export/ })).toHaveLength(labels.length));
    cleanup();
    expect(pageCommands()).toEqual([]);
  });

  it('are listed by ?, if they do something here', async () => {
    await openList(['list']);
    await user.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(dialog.getByText('Go to the search box')).toBeInTheDocument();
    expect(dialog.getByText('Show or hide details')).toBeInTheDocument();
    const actions = 'Main button of an action’s dialog';
    for (const absent of ['New record', 'Export the list', 'Open the row', 'Select the row', actions])
      expect(dialog.queryByText(absent)).not.toBeInTheDocument();
  });

  it('are listed with that of the dialogs if there are actions', async () => {
    await openList(['list', 'refund']);
    await user.keyboard('?');
    expect(await screen.findByText('Main button of an action’s dialog')).toBeInTheDocument();
  });

  it('can be turned off on the page; the button still lists them', async () => {
    await openList();
    await user.keyboard('?');
    await user.click(await screen.findByRole('switch', { name: 'Single-key shortcuts on this page' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).not.toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('switch')).not.toBeChecked();
  });

  it('leave the browser’s own combinations alone', async () => {
    const { place } = await openList();
    await user.keyboard('{Control>}n{/Control}{Meta>}/{/Meta}');
    expect(place.pathname).toBe(LIST_PATH);
    expect(screen.getByRole('searchbox')).not.toHaveFocus();
  });
});

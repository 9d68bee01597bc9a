import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  idsBetween,
  MOST_SELECTED,
  withSelected,
} from '../../../../packages/ra-declared/src/list/selection/useSelection.ts';
import { LIST_PATH, renderDeclaredPage, editedDeclarations } from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider, unavailable } from '#tests/support/recordingProvider.ts';

const user = quickUser();

const READ = ['orders.list', 'orders.show'];
const DELETE = [...READ, 'orders.delete'];

/** The orders' declaration, of a resource whose records can be deleted. */
const deletable = editedDeclarations((text) =>
  text.replace('"name": "orders",', '"name": "orders", "operations": ["list", "show", "delete", "export"],'),
);

async function openList({ count = 25, permissions = DELETE } = {}) {
  const orders = Array.from({ length: count }, (_, index) => orderRecord(index + 1));
  const recording = recordingProvider({ orders, channels: [channelRecord()] });
  const page = await renderDeclaredPage({ dataProvider: recording.provider, permissions, declarations: deletable });
  await screen.findByText('C000001');
  return { recording, ...page };
}

const box = (number: number) => screen.getByRole('checkbox', { name: `Select: C${String(number).padStart(6, '0')}` });
const bar = async () => within(await screen.findByRole('region', { name: 'Selected records' }));
const expectCount = async (text: string) => expect((await bar()).getByRole('status')).toHaveTextContent(text);
const nextPage = async (first: string) => {
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText(first);
};

describe('a selection', () => {
  it('adds and removes', () => {
    expect(withSelected(['a', 'b'], ['b', 'c'], true)).toEqual(['a', 'b', 'c']);
    expect(withSelected(['a', 'b'], ['a'], false)).toEqual(['b']);
  });

  it('ranges in both directions, and selects a single row if the start is not on the page', () => {
    const ids = ['a', 'b', 'c', 'd'];
    expect(idsBetween(ids, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(idsBetween(ids, 'c', 'a')).toEqual(['a', 'b', 'c']);
    expect(idsBetween(ids, null, 'a')).toEqual(['a']);
    expect(idsBetween(ids, 'elsewhere', 'a')).toEqual(['a']);
  });
});

describe('selecting rows of a list', () => {
  it('is offered only to users who can do something with them', async () => {
    await openList({ permissions: READ });
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it('works row by row, and in ranges with Shift', async () => {
    await openList();
    await user.click(box(2));
    await expectCount('1 selected');
    fireEvent.click(box(5), { shiftKey: true });
    await expectCount('4 selected');
    for (const number of [2, 3, 4, 5]) expect(box(number)).toBeChecked();
    await user.click(box(3));
    await expectCount('3 selected');
  });

  it("doesn't open the record, nor does a click beside the box", async () => {
    const { place } = await openList();
    await user.click(box(1));
    await user.click(box(2).closest('td') ?? document.body);
    await expectCount('2 selected');
    expect(place.pathname).toBe(LIST_PATH);
  });

  it('selects the whole page', async () => {
    await openList();
    const page = screen.getByRole('checkbox', { name: 'Select all rows on this page' });
    await user.click(box(1));
    expect(page).toBePartiallyChecked();
    await user.click(page);
    await expectCount('10 selected');
    expect(page).toBeChecked();
    await user.click(page);
    expect(screen.queryByRole('region', { name: 'Selected records' })).not.toBeInTheDocument();
  });

  it('lasts over pages and other orders', async () => {
    await openList();
    await user.click(box(1));
    await nextPage('C000011');
    await user.click(box(11));
    await expectCount('2 selected');
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await screen.findByText('C000001');
    expect(box(1)).toBeChecked();
    expect(box(2)).not.toBeChecked();
  });

  it('is cleared for good by another filter', async () => {
    await openList();
    await user.click(box(1));
    await user.click(screen.getByRole('tab', { name: 'Success' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected records' })).not.toBeInTheDocument());
    await user.click(screen.getByRole('tab', { name: 'All' }));
    await waitFor(() => expect(box(1)).not.toBeChecked());
  });

  it('is kept while the user looks at a record', async () => {
    const { visit } = await openList();
    await user.click(box(1));
    visit(`${LIST_PATH}/order-3/show`);
    await screen.findByRole('heading', { name: /C000003/, level: 1 });
    visit(LIST_PATH);
    await screen.findByText('C000001');
    await expectCount('1 selected');
  });

  it('selects all matches of the filter, and clears them', async () => {
    const { recording } = await openList();
    await user.click(box(1));
    await user.click((await bar()).getByRole('button', { name: 'Select all 25' }));
    await waitFor(() => expectCount('25 selected'));
    // The next page may be prefetched before or after.
    expect(recording.callsOf('getList', 'orders')).toContainEqual(
      expect.objectContaining({ pagination: { page: 1, perPage: MOST_SELECTED }, filter: {} }),
    );
    await nextPage('C000011');
    expect(box(15)).toBeChecked();
    await user.click((await bar()).getByRole('button', { name: 'Clear selection' }));
    expect(box(15)).not.toBeChecked();
  });
});

describe('deleting selected records', () => {
  async function deleteSelected() {
    await user.click((await bar()).getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  }

  it('asks first, then removes them', async () => {
    const { recording } = await openList();
    await user.click(box(1));
    await user.click(box(2));
    await deleteSelected();
    await waitFor(() => expect(screen.queryByText('C000001')).not.toBeInTheDocument());
    expect(recording.callsOf('delete', 'orders')).toMatchObject([{ id: 'order-1' }, { id: 'order-2' }]);
    expect(screen.queryByRole('region', { name: 'Selected records' })).not.toBeInTheDocument();
  });

  it('stops at the first rejection, with the remaining records still selected', async () => {
    const { recording } = await openList();
    for (const number of [1, 2, 3]) await user.click(box(number));
    recording.before = ({ method, params }) => {
      if (method === 'delete' && params['id'] === 'order-2') throw unavailable();
    };
    await deleteSelected();
    await waitFor(() => expect(screen.queryByText('C000001')).not.toBeInTheDocument());
    await expectCount('2 selected');
    expect(recording.callsOf('delete', 'orders')).toHaveLength(2);
  });
});

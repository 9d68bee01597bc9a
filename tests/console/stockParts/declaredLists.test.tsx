import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { BulkDeleteButton, DataTable, ExportButton, FilterLiveSearch, Pagination, TextField } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ownFiles } from '#console/app/namedComponents.tsx';
import { ActionHost } from '../../../packages/ra-declared/src/actions/ActionHost.tsx';
import { parseDeclaration } from '../../../packages/ra-declared/src/declaration/parseDeclaration.ts';
import { Column } from '../../../packages/ra-declared/src/list/Column.ts';
import { ColumnList } from '../../../packages/ra-declared/src/list/ColumnList.tsx';
import { DeclaredList } from '../../../packages/ra-declared/src/list/DeclaredList.tsx';
import type { ListRows } from '../../../packages/ra-declared/src/list/RecordTable.tsx';
import { createResourceView } from '../../../packages/ra-declared/src/ResourceView.ts';
import {
  editedDeclarations,
  LIST_PATH,
  listAddress,
  renderDeclaredPage,
  shippedDeclarations,
} from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { suppliers } from '#tests/support/suppliers.ts';
import { pastUndo } from './stockPages.tsx';

const user = quickUser();
const permissions = ['orders.list', 'orders.show', 'orders.delete', 'orders.export'];
const { text: declaration } = await shippedDeclarations('orders', new AbortController().signal);
const orders = parseDeclaration(
  'orders',
  declaration.replace('"name": "orders",', '"name": "orders", "operations": ["list", "show", "delete", "export"],'),
);
const view = createResourceView(orders, { basePath: LIST_PATH, permissions }, 'Collection orders');

/** The console's list of orders, with react-admin's components beside or in place of its rows. */
async function openList({ rows, address = LIST_PATH }: { rows: ListRows; address?: string }) {
  const records = Array.from({ length: 25 }, (_, index) => orderRecord(index + 1));
  const recording = recordingProvider({ orders: records, channels: [channelRecord()] });
  const stock = (
    <>
      <FilterLiveSearch source="q" label="Find" />
      <ExportButton label="Stock export" />
      <Pagination />
    </>
  );
  const page = (
    <ActionHost view={view}>
      <DeclaredList view={view} rows={rows} above={stock} />
    </ActionHost>
  );
  const rendered = await renderDeclaredPage({ dataProvider: recording.provider, permissions, page, address });
  return { recording, ...rendered };
}

const StockTable: ListRows = () => (
  <DataTable bulkActionButtons={<BulkDeleteButton />}>
    <DataTable.Col source="order_no" />
    <DataTable.NumberCol source="amount" />
  </DataTable>
);

describe("react-admin's components in a declared list", () => {
  beforeEach(() => {
    localStorage.clear();
    vi.spyOn(document.body, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1440, 900));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    for (const name of ['suppliers', 'rowId']) delete ownFiles[`../custom/${name}.tsx`];
  });

  it("sort, turn pages and search like the console's own, by the same address", async () => {
    const { place, recording } = await openList({ rows: StockTable });
    await screen.findByText('C000001');
    await user.click(screen.getByRole('button', { name: /sort by order amount/i }));
    await waitFor(() => expect(place.search).toContain('sort=amount'));
    await user.click(screen.getByRole('button', { name: /go to page 2/i }));
    await waitFor(() => expect(place.search).toContain('page=2'));
    const buttons = screen.getAllByRole('button', { name: 'Page 2' });
    expect(buttons.map((button) => button.getAttribute('aria-current'))).toEqual(['page', 'page']);
    await user.type(screen.getByRole('textbox', { name: 'Find' }), 'C000007');
    await waitFor(() => expect(recording.callsOf('getList', 'orders').at(-1)?.['filter']).toEqual({ q: 'C000007' }));
    await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('C000007'));
  });

  it("begin with the state in the address, and follow the console's filters", async () => {
    const { recording } = await openList({
      rows: StockTable,
      address: listAddress({ page: '3', filter: '{"q":"C0"}' }),
    });
    await screen.findByText('C000021');
    expect(screen.getByRole('textbox', { name: 'Find' })).toHaveValue('C0');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(recording.callsOf('getList', 'orders').at(-1)?.['filter']).toEqual({}));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Find' })).toHaveValue(''));
  });

  it("select and delete what the console's bar counts", async () => {
    const { recording } = await openList({ rows: StockTable });
    await screen.findByText('C000001');
    for (const number of ['C000001', 'C000002']) {
      await user.click(within(screen.getByRole('row', { name: new RegExp(number) })).getByRole('checkbox'));
    }
    const bar = within(await screen.findByRole('region', { name: 'Selected records' }));
    expect(bar.getByRole('status')).toHaveTextContent('2 selected');
    const deletions = screen.getAllByRole('button', { name: 'Delete' });
    const stock = deletions.find((button) => button.closest('section') === null) ?? document.body;
    await pastUndo(() => user.click(stock));
    await waitFor(() => expect(screen.queryByText('C000001')).not.toBeInTheDocument());
    await waitFor(() =>
      expect(recording.callsOf('deleteMany', 'orders')).toMatchObject([{ ids: ['order-1', 'order-2'] }]),
    );
    expect(screen.queryByRole('region', { name: 'Selected records' })).not.toBeInTheDocument();
  });

  it('export the records of the filter', async () => {
    const createObjectURL = vi.fn(() => 'blob:');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL }));
    await openList({ rows: StockTable, address: listAddress({ filter: '{"q":"C000007"}' }) });
    await screen.findByText('C000007');
    await user.click(screen.getByRole('button', { name: 'Stock export' }));
    await waitFor(() => expect(createObjectURL).toHaveBeenCalledOnce());
  });

  it("find the record of their row in cells of the console's table", async () => {
    ownFiles['../custom/rowId.tsx'] = async () => ({ field: () => <TextField source="id" /> });
    const declarations = editedDeclarations((text) =>
      text.replace('"source": "order_no",', '"source": "order_no", "cell": "rowId",'),
    );
    const { provider } = recordingProvider({ orders: [orderRecord(1), orderRecord(2)], channels: [channelRecord()] });
    await renderDeclaredPage({ dataProvider: provider, permissions, declarations });
    for (const number of ['order-1', 'order-2']) expect(await screen.findByText(number)).toBeInTheDocument();
  });

  it('can replace a whole page of a declared resource, from the file that the documentation shows', async () => {
    await mkdir('.cache/tests', { recursive: true });
    const folder = await mkdtemp(path.resolve('.cache/tests/documented-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const page = await readFile('docs/custom-components.md', 'utf8');
    const [, documented = ''] = /^```tsx src\/custom\/suppliers\.tsx\n(.*?)^```$/ms.exec(page) ?? [];
    await writeFile(path.join(folder, 'suppliers.tsx'), documented);
    ownFiles['../custom/suppliers.tsx'] = () => import(/* @vite-ignore */ path.join(folder, 'suppliers.tsx'));
    const { provider, callsOf } = recordingProvider({
      suppliers: [
        { id: 's-1', name: 'Acme', status: 'enabled' },
        { id: 's-2', name: 'Bolt', status: 'enabled' },
      ],
      channels: [],
    });
    const { visit } = await renderDeclaredPage({
      dataProvider: provider,
      name: 'suppliers',
      declarations: async () => ({ text: JSON.stringify(suppliers), isGood: true }),
    });
    expect(await screen.findByText('Acme')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Export' })).toBeInTheDocument();
    // Nothing of the declared list is left.
    expect(screen.queryByRole('columnheader', { name: 'Status' })).not.toBeInTheDocument();
    await user.type(screen.getByPlaceholderText('Search'), 'Bolt');
    await waitFor(() => expect(callsOf('getList', 'suppliers').at(-1)?.['filter']).toEqual({ q: 'Bolt' }));
    visit(`${LIST_PATH}/s-1/show`);
    // The file has no record page, so the declared one opens.
    expect(await screen.findByRole('heading', { name: /Acme/, level: 1 })).toBeInTheDocument();
  });
});

it('a declared list has the columns that are its children, except those that the user may not see', async () => {
  const recording = recordingProvider({ orders: [orderRecord(1)], channels: [channelRecord()] });
  const page = (
    <ActionHost view={view}>
      <ColumnList view={view}>
        <Column source="amount" />
        <Column source="order_no" />
        <Column source="hidden" />
      </ColumnList>
    </ActionHost>
  );
  await renderDeclaredPage({ dataProvider: recording.provider, permissions, page });
  await screen.findByText('C000001');
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headers).toEqual(['', 'Order amount CNY', 'Platform order number', 'Actions']);
});

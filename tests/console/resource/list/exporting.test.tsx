import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi, type Api } from '#console/api/createApi.ts';
import type { DownloadedFile, ExportParams } from '@merchant-console/ra-provider';
import type { DeclarationSource } from '../../../../packages/ra-declared/src/declaration/DeclarationSource.ts';
import { LIST_PATH, listAddress, renderDeclaredPage, editedDeclarations } from '#tests/support/declaredPage.tsx';
import { channelRecord, orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider, unavailable } from '#tests/support/recordingProvider.ts';

const user = quickUser();

/** Names and contents of the downloaded files, since jsdom has no downloads. */
let saved: { name: string; content: Blob | undefined }[] = [];

beforeEach(() => {
  saved = [];
  const contents = new Map<string, Blob>();
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (content: Blob) => {
        contents.set(`blob:${contents.size}`, content);
        return `blob:${contents.size - 1}`;
      },
      revokeObjectURL: () => {},
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: contents.get(this.href) });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

interface Opened {
  address?: string;
  count?: number;
  permissions?: string[];
  api?: Api;
  declarations?: DeclarationSource;
}

async function openList({
  address = LIST_PATH,
  count = 25,
  permissions = ['orders.list', 'orders.export'],
  ...more
}: Opened = {}) {
  const orders = Array.from({ length: count }, (_, index) => orderRecord(index + 1));
  const recording = recordingProvider({ orders, channels: [channelRecord()] });
  await renderDeclaredPage({ dataProvider: recording.provider, address, permissions, ...more });
  await screen.findByText('C000001');
  return { recording, asked: () => recording.callsOf('exportRecords', 'orders') };
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Export' }));
const open = async () => {
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await screen.findByRole('dialog', { name: 'Export' });
};
const start = () => user.click(dialog().getByRole('button', { name: 'Export' }));

/** An export in progress, which the test ends. */
function pending() {
  let params: ExportParams | undefined;
  let resolve = (_file: DownloadedFile) => {};
  const exporting = (given: ExportParams) =>
    new Promise<DownloadedFile>((done, fail) => {
      params = given;
      resolve = done;
      given.signal?.addEventListener('abort', () => fail(new DOMException('Aborted', 'AbortError')));
    });
  return { exporting, resolve: (file: DownloadedFile) => resolve(file), params: () => params };
}

describe('the export of a list', () => {
  it('is offered only to users with the permission', async () => {
    await openList({ permissions: ['orders.list'] });
    expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument();
  });

  it('has the visible rows and columns of all pages, and saves the file under the server’s name', async () => {
    const query = { filter: '{"status":["success"]}', sort: 'amount', order: 'ASC', columns: 'order_no,amount' };
    const { recording, asked } = await openList({ address: listAddress(query) });
    recording.exporting = async () => ({ name: 'orders-2026-11-20.csv', content: new Blob(['a,b\r\n']) });
    await open();
    expect(dialog().getByText('25 records')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(saved).toMatchObject([{ name: 'orders-2026-11-20.csv' }]));
    await expect(saved[0]?.content?.text()).resolves.toBe('a,b\r\n');
    expect(asked()).toEqual([
      {
        format: 'csv',
        filter: { status: ['success'] },
        sort: { field: 'amount', order: 'ASC' },
        columns: ['order_no', 'amount'],
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('can have all columns, and be a spreadsheet', async () => {
    const { asked } = await openList();
    await open();
    await user.click(dialog().getByRole('radio', { name: 'Excel (XLSX)' }));
    await user.click(dialog().getByRole('radio', { name: 'All (27)' }));
    await start();
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]?.['format']).toBe('xlsx');
    expect(asked()[0]?.['columns']).toHaveLength(27);
  });

  it('shows how many rows have arrived, or else how many bytes', async () => {
    const { recording } = await openList();
    const { exporting, params, resolve } = pending();
    recording.exporting = exporting;
    await open();
    await start();
    // Progress is reported no more often than a bar visibly moves.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    const tell = (progress: object) =>
      act(() => params()?.onProgress?.({ receivedBytes: 0, receivedRows: null, totalRows: null, ...progress }));
    tell({ receivedBytes: 3_670_016 });
    expect(dialog().getByRole('progressbar', { name: 'Export progress' })).not.toHaveAttribute('aria-valuenow');
    expect(dialog().getByText('3.5 MB received')).toBeInTheDocument();
    tell({ receivedRows: 5000, totalRows: 20_000 });
    expect(dialog().getByRole('progressbar', { name: 'Export progress' })).toHaveAttribute('aria-valuenow', '25');
    expect(dialog().getByText('5,000 of 20,000 rows')).toBeInTheDocument();
    resolve({ name: null, content: new Blob() });
    await waitFor(() => expect(saved).toMatchObject([{ name: 'orders.csv' }]));
  });

  it('can be cancelled, and then saves nothing', async () => {
    const { recording } = await openList();
    const { exporting, params } = pending();
    recording.exporting = exporting;
    await open();
    await start();
    await waitFor(() => expect(params()).toBeDefined());
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(params()?.signal?.aborted).toBe(true);
    expect(dialog().queryByRole('progressbar', { name: 'Export progress' })).not.toBeInTheDocument();
    expect(dialog().queryByRole('alert')).not.toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it('says why it failed, saves nothing, and tries again', async () => {
    const { recording } = await openList();
    recording.exporting = () => Promise.reject(unavailable());
    await open();
    await start();
    expect(await dialog().findByRole('alert')).toHaveTextContent('The service is not available.');
    expect(saved).toEqual([]);
    recording.exporting = async () => ({ name: 'orders.csv', content: new Blob() });
    await user.click(dialog().getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(saved).toHaveLength(1));
  });
});

describe('the export of some columns', () => {
  it('says which visible columns are left out', async () => {
    const declarations = editedDeclarations((text) =>
      text.replace('"tabs": "status",', '"export": ["order_no", "fee", "subject"],'),
    );
    const { provider, callsOf } = recordingProvider({ orders: [orderRecord(1)], channels: [channelRecord()] });
    const permissions = ['orders.list', 'orders.export'];
    await renderDeclaredPage({ dataProvider: provider, permissions, declarations });
    await screen.findByText('C000001');
    await open();
    expect(dialog().getByText('6 visible columns can’t be exported and are left out.')).toBeInTheDocument();
    await start();
    await waitFor(() => expect(callsOf('exportRecords', 'orders')).toMatchObject([{ columns: ['order_no', 'fee'] }]));
  });
});

describe('the export of selected rows', () => {
  const bar = async () => within(await screen.findByRole('region', { name: 'Selected records' }));
  const select = (number: number) =>
    user.click(screen.getByRole('checkbox', { name: `Select: C${String(number).padStart(6, '0')}` }));

  it('has only these', async () => {
    const { asked } = await openList();
    await select(2);
    await select(4);
    await user.click((await bar()).getByRole('button', { name: 'Export' }));
    expect(dialog().getByText('2 records')).toBeInTheDocument();
    await start();
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]?.['filter']).toEqual({ id: ['order-2', 'order-4'] });
  });

  it("is that of the filter if all matches are selected, and is refused if their IDs don't fit into an address", async () => {
    const { asked } = await openList({ count: 130 });
    await select(1);
    await user.click((await bar()).getByRole('button', { name: 'Select all 130' }));
    await waitFor(async () => expect((await bar()).getByRole('status')).toHaveTextContent('130 selected'));
    await user.click((await bar()).getByRole('button', { name: 'Export' }));
    await start();
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]?.['filter']).toEqual({});
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await select(1);
    expect((await bar()).getByRole('button', { name: 'Export' })).toBeDisabled();
  });
});

describe('an export in the background', () => {
  const behind = () => dialog().queryByRole('button', { name: 'Run in background' });

  /** Records the call that starts one. */
  function beginning() {
    const asked: { url: string; key: string | null; body: unknown }[] = [];
    const api = createApi('', async (url, { headers, body } = {}) => {
      const key = new Headers(headers).get('Idempotency-Key');
      asked.push({ url, key, body: JSON.parse(typeof body === 'string' ? body : 'null') });
      const task = { kind: 'export', resource: 'orders', title: 'Orders', query: {}, status: 'waiting' };
      const json = {
        ...task,
        id: '01990000-0000-7000-8000-000000000000',
        done_rows: 0,
        total_rows: null,
        file: null,
        error: null,
        created_at: '2026-11-20T04:00:00Z',
        finished_at: null,
        expires_at: null,
      };
      return { status: 201, headers: new Headers(), body: '', json };
    });
    return { api, asked };
  }

  it('is started with the chosen options, and leaves the page usable', async () => {
    const { api, asked } = beginning();
    const query = { filter: '{"status":["success"]}', sort: 'amount', order: 'ASC', columns: 'order_no,amount' };
    const { asked: direct } = await openList({ address: listAddress(query), api });
    await open();
    await user.click(dialog().getByRole('radio', { name: 'Excel (XLSX)' }));
    await user.click(dialog().getByRole('button', { name: 'Run in background' }));
    await screen.findByText(/^The export continues in the background/);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(asked).toEqual([
      {
        url: '/tasks',
        key: expect.stringMatching(/^[\da-f-]{36}$/),
        body: {
          kind: 'export',
          resource: 'orders',
          query: {
            format: 'xlsx',
            filter: '{"status":["success"]}',
            sort: '["amount","ASC"]',
            columns: '["order_no","amount"]',
          },
        },
      },
    ]);
    expect(direct()).toEqual([]);
  });

  it('says in the dialog why it can’t be started', async () => {
    const api = createApi('', () => Promise.reject(unavailable()));
    await openList({ api });
    await open();
    await user.click(dialog().getByRole('button', { name: 'Run in background' }));
    expect(await dialog().findByRole('alert')).toHaveTextContent(unavailable().message);
  });

  it('isn’t offered for records of another back end', async () => {
    const declarations = editedDeclarations((text, name) =>
      name === 'orders'
        ? text.replace('"fields"', '"endpoints": { "export": { "path": "elsewhere" } }, "fields"')
        : text,
    );
    await openList({ declarations });
    await open();
    expect(behind()).toBeNull();
  });
});

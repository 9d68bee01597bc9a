import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Task } from '#shared/contract/tasks.ts';
import { createApi } from '#console/api/createApi.ts';
import { TasksPanel } from '#console/features/tasks/TasksPanel.tsx';
import { TasksWatcher } from '#console/features/tasks/TasksWatcher.tsx';
import { PanelButton } from '#console/ui/PanelButton.tsx';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const user = quickUser();
const ID = '01990000-0000-7000-8000-00000000000';

function task(number: number, changes: Partial<Task> = {}): Task {
  return {
    id: `${ID}${number}`,
    kind: 'export',
    resource: 'orders',
    title: `Orders ${number}`,
    query: { format: 'csv' },
    status: 'waiting',
    done_rows: 0,
    total_rows: null,
    file: null,
    error: null,
    created_at: '2026-11-20T04:00:00.000Z',
    finished_at: null,
    expires_at: null,
    ...changes,
  };
}
const DONE: Partial<Task> = {
  status: 'done',
  done_rows: 1234,
  total_rows: 1234,
  file: { name: 'Orders-2026-11-20.csv', size: 2_000_000 },
  finished_at: '2026-11-20T04:01:00.000Z',
  expires_at: '2026-11-21T04:01:00.000Z',
};

let saved: string[] = [];
beforeEach(() => {
  saved = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

interface Opened {
  tasks: Task[];
  batches?: { id: string; [source: string]: unknown }[];
  mayList?: boolean;
}

/** Opens the header's panel over a server with these tasks. Returns the recorded requests. */
async function openTasks({ tasks, batches = [], mayList = true }: Opened) {
  const server = { tasks };
  const asked: unknown[][] = [];
  const api = createApi('', async (url, { method = 'GET', body } = {}) => {
    if (method !== 'GET') asked.push([method, url, ...(typeof body === 'string' ? [JSON.parse(body)] : [])]);
    const json = method === 'GET' ? { items: server.tasks } : method === 'DELETE' ? null : server.tasks[0];
    return { status: 200, headers: new Headers(), body: '', json };
  });
  const { provider } = recordingProvider({ batch_transfers: batches, orders: [] });
  provider.fetchFile = async () => ({ name: 'Orders-2026-11-20.csv', content: new Blob(['a']) });
  function Header() {
    const [count, setCount] = useState(0);
    const [isPanelOpen, setPanelOpen] = useState(false);
    return (
      <>
        <TasksWatcher onTasks={setCount} isPanelOpen={isPanelOpen} />
        <PanelButton
          label="Tasks"
          icon={null}
          count={count}
          color="primary"
          Panel={{ prefetch: () => {} }}
          onToggle={setPanelOpen}
        >
          {(panel) => <TasksPanel {...panel} />}
        </PanelButton>
        <p aria-label="unfinished">{count}</p>
      </>
    );
  }
  const permissions = ['batch_transfers.show', ...(mayList ? ['batch_transfers.list'] : [])];
  const { refresh } = await renderDeclaredPage({
    dataProvider: provider,
    page: <Header />,
    api,
    findPlace: (name) => (name === 'batch_transfers' ? { basePath: '/batches', permissions } : null),
  });
  await waitFor(() => expect(screen.getByLabelText('unfinished')).toHaveTextContent(/\d/));
  return { server, asked, refresh: () => act(refresh) };
}
const openPanel = async () => {
  await user.click(await screen.findByRole('button', { name: 'Tasks' }));
  return within(await screen.findByRole('dialog', { name: 'Tasks' }));
};
const press = (name: string) => user.click(screen.getByRole('button', { name }));

describe('the tasks of the user', () => {
  it('show their progress, how long they are kept, and why they failed', async () => {
    await openTasks({
      tasks: [
        task(1),
        task(2, { status: 'running', done_rows: 2500, total_rows: 10_000 }),
        task(3, DONE),
        task(4, { status: 'failed', error: 'You don’t have permission to do this.' }),
      ],
    });
    const panel = await openPanel();
    const items = await panel.findAllByRole('listitem');
    const shown = items.map((item) => within(item));
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Waiting'),
      expect.stringMatching(/Processing.*2,500 of 10,000 rows/),
      expect.stringMatching(/Ready.*1,234 rows.*Kept until 2026-11-21 12:01:00/),
      expect.stringContaining('You don’t have permission to do this.'),
    ]);
    expect(shown[1]?.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
    expect(
      items.map((item) =>
        within(item)
          .getAllByRole('button')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([['Cancel'], ['Cancel'], ['Download', 'Remove'], ['Try again', 'Remove']]);
    expect(screen.getByLabelText('unfinished')).toHaveTextContent('2');
  });

  it('can be cancelled, removed and repeated', async () => {
    const query = { format: 'xlsx', filter: '{"status":["success"]}' } as const;
    const { asked } = await openTasks({
      tasks: [task(1), task(2, DONE), task(3, { status: 'failed', error: 'Stopped.', query })],
    });
    await openPanel();
    await screen.findByText('Stopped.');
    await press('Cancel: Orders 1');
    await press('Remove: Orders 2');
    await press('Try again: Orders 3');
    await waitFor(() =>
      expect(asked).toEqual([
        ['POST', `/tasks/${ID}1/cancel`],
        ['DELETE', `/tasks/${ID}2`],
        ['POST', '/tasks', { kind: 'export', resource: 'orders', query }],
        ['DELETE', `/tasks/${ID}3`],
      ]),
    );
  });

  it('are announced when they end, on any page, with a link to the file', async () => {
    const { server, refresh } = await openTasks({ tasks: [task(1, { status: 'running' }), task(2, DONE)] });
    await waitFor(() => expect(screen.getByLabelText('unfinished')).toHaveTextContent('1'));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    server.tasks = [task(1, DONE), task(2, DONE)];
    refresh();
    expect(await screen.findByText('The export of “Orders 1” is ready.')).toBeInTheDocument();
    expect(screen.queryByText('The export of “Orders 2” is ready.')).not.toBeInTheDocument();
    await press('Download');
    await waitFor(() => expect(saved).toEqual(['Orders-2026-11-20.csv']));
  });

  it('show no toast over their panel', async () => {
    const { server, refresh } = await openTasks({ tasks: [task(1), task(2)] });
    await waitFor(() => expect(screen.getByLabelText('unfinished')).toHaveTextContent('2'));
    server.tasks = [task(1, DONE), task(2)];
    refresh();
    await screen.findByText('The export of “Orders 1” is ready.');
    const panel = await openPanel();
    expect(screen.queryByText('The export of “Orders 1” is ready.')).not.toBeInTheDocument();
    server.tasks = [task(1, DONE), task(2, DONE)];
    refresh();
    await waitFor(() => expect(panel.getAllByText('Ready')).toHaveLength(2));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.queryByText('The export of “Orders 2” is ready.')).not.toBeInTheDocument();
  });

  it('show in a toast why they failed', async () => {
    const { server, refresh } = await openTasks({ tasks: [task(1)] });
    await waitFor(() => expect(screen.getByLabelText('unfinished')).toHaveTextContent('1'));
    server.tasks = [task(1, { status: 'failed', error: 'Stopped.' })];
    refresh();
    expect(await screen.findByText('The export of “Orders 1” failed. Stopped.')).toBeInTheDocument();
  });

  describe('with batches', () => {
    const batch = { success_count: 2, failed_count: 1, valid_count: 12, created_at: '2026-11-20T04:00:00Z' };
    const batches = [
      { ...batch, id: 'own', batch_no: 'B1', creator_id: 'user-1', status: 'processing' },
      { ...batch, id: 'other', batch_no: 'B2', creator_id: 'user-2', status: 'processing' },
    ];

    it("include those of the user's batches that are being paid", async () => {
      await openTasks({ tasks: [], batches });
      const panel = await openPanel();
      expect(await panel.findByRole('link', { name: 'B1' })).toHaveAttribute('href', '/batches/own/show');
      expect(panel.getByText('3 of 12 payments finished')).toBeInTheDocument();
      expect(panel.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
      expect(panel.queryByText('B2')).not.toBeInTheDocument();
    });

    it('include none for a user who may not list them', async () => {
      await openTasks({ tasks: [], batches, mayList: false });
      const panel = await openPanel();
      await panel.findByText('No tasks');
      expect(panel.queryByText('B1')).not.toBeInTheDocument();
    });
  });
});

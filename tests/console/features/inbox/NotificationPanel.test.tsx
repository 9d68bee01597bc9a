import { screen, waitFor } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { NotificationData } from '#shared/contract/notifications.ts';
import { createApi } from '#console/api/createApi.ts';
import { NotificationPanel } from '#console/features/inbox/NotificationPanel.tsx';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const TASK = '01990000-0000-7000-8000-000000000001';

const ended: NotificationData = {
  id: '01990000-0000-7000-8000-000000000002',
  kind: 'export_ended',
  data: { resource: 'orders', task_id: TASK, title: 'Orders', status: 'done', kept_until: '2026-11-21T04:01:00.000Z' },
  created_at: '2026-11-20T04:01:00.000Z',
  read_at: '2026-11-20T04:02:00.000Z',
};

const user = quickUser();
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

const idSchema = z.object({ id: z.string() });

/** @param file answers the request for a task's file */
async function openInbox(item: NotificationData, file: (id: string) => Promise<{ name: string; content: Blob }>) {
  const api = createApi('', async () => ({
    status: 200,
    headers: new Headers(),
    body: '',
    json: { items: [item], has_more: false },
  }));
  const { provider } = recordingProvider({ orders: [] });
  provider.fetchFile = async (_call, { params }) => file(idSchema.parse(params).id);
  const panel = <NotificationPanel anchor={document.body} unread={undefined} onClose={() => {}} />;
  const findPlace = (name: string) => (name === 'orders' ? { basePath: '/orders', permissions: [] } : null);
  await renderDeclaredPage({ dataProvider: provider, page: panel, api, findPlace });
}

describe('a notification of an export', () => {
  it('downloads its file', async () => {
    await openInbox(ended, async (id) => ({ name: `${id}.csv`, content: new Blob(['a']) }));
    const entry = await screen.findByRole('button', { name: /The export of “Orders” is ready\./ });
    expect(entry).toHaveTextContent('The file is kept until 2026-11-21 12:01:00');
    await user.click(entry);
    await waitFor(() => expect(saved).toEqual([`${TASK}.csv`]));
  });

  it('says that the file no longer exists', async () => {
    // React-admin logs each rejected call.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await openInbox(ended, async () => {
      throw new HttpError('Not found', 404);
    });
    await user.click(await screen.findByRole('button', { name: /is ready/ }));
    expect(await screen.findByText('This file is no longer available. Export it again.')).toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it('links to the list if the export failed', async () => {
    const data = { resource: 'orders', task_id: TASK, title: 'Orders', status: 'failed', reason: 'Stopped.' };
    await openInbox({ ...ended, data }, () => Promise.reject(new Error('not called')));
    const entry = await screen.findByRole('link', { name: /The export of “Orders” failed\./ });
    expect(entry).toHaveTextContent('Reason: Stopped.');
    expect(entry).toHaveAttribute('href', '/orders');
  });
});

describe('further notifications', () => {
  const earlier = { ...ended, id: '01990000-0000-7000-8000-000000000001', data: { ...ended.data, title: 'Payouts' } };

  it('are requested from the last one on, also after a failure, and marked as read with the first', async () => {
    const calls: string[] = [];
    let isDown = true;
    const api = createApi('', async (url) => {
      calls.push(url.replace('/notifications', ''));
      const isFirst = !url.includes('before');
      if (!isFirst && isDown) throw new HttpError('Down', 500);
      const items = [{ ...(isFirst ? ended : earlier), read_at: null }];
      const json = url.includes('read') ? { count: 0, newest: null } : { items, has_more: isFirst };
      return { status: 200, headers: new Headers(), body: '', json };
    });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const unread = { count: 2, newest: null };
    const panel = <NotificationPanel anchor={document.body} unread={unread} onClose={() => {}} />;
    await renderDeclaredPage({ dataProvider: recordingProvider({ orders: [] }).provider, page: panel, api });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    isDown = false;
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText(/“Payouts” is ready/)).toBeInTheDocument();
    expect(calls).toEqual(['', `?before=${ended.id}`, '', `?before=${ended.id}`]);
    expect(screen.getAllByText('Unread:')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryAllByText('Unread:')).toEqual([]));
  });
});

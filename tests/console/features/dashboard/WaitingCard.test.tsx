import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { WaitingCard } from '#console/features/dashboard/WaitingCard.tsx';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const user = quickUser();
const refund = (id: string, values: Record<string, unknown> = {}) => ({
  id,
  refund_no: `F-${id}`,
  order_id: 'o-1',
  order_no: 'C-1',
  status: 'pending_approval',
  is_own: false,
  amount: '12000',
  debit_amount: '11900',
  currency: 'CNY',
  created_at: `2026-01-05T00:00:0${id}.000Z`,
  ...values,
});

async function show(
  waiting: Parameters<typeof WaitingCard>[0]['waiting'],
  actions: readonly string[] = [],
  change: Partial<ConsoleDataProvider> = {},
  refunds = [refund('1'), refund('2', { is_own: true }), refund('3', { status: 'success' }), refund('4')],
) {
  await import('../../../../packages/ra-declared/src/actions/dialog/ActionDialog.tsx');
  const recording = recordingProvider({
    refunds,
    payment_requests: [],
    batch_transfers: [],
    orders: [{ id: 'o-1', order_no: 'C-1' }],
  });
  await renderDeclaredPage({
    dataProvider: { ...recording.provider, ...change },
    page: <WaitingCard waiting={waiting} />,
    findPlace: (name) => ({
      basePath: `/${name}`,
      permissions: ['list', 'show', ...actions].map((key) => `${name}.${key}`),
    }),
  });
  await screen.findByRole('heading', { name: 'Waiting for you' });
  await waitFor(() => expect(document.querySelector('.MuiSkeleton-root')).toBeNull());
  return recording;
}

const kinds = () => screen.getAllByRole('link', { name: /^\d/ }).map(({ textContent }) => textContent);

it('lists what the user can decide apart from what waits for colleagues', async () => {
  await show([
    { kind: 'payment_requests', count: 3, own_count: 2 },
    { kind: 'refunds', count: 0, own_count: 1 },
    { kind: 'batch_transfers', count: 4, own_count: 0 },
  ]);
  expect(kinds()).toEqual([
    '3Payment requests to approve',
    '4Batches to submit',
    '2Payment requests to approve',
    '1Refunds to approve',
  ]);
  expect(screen.getByRole('heading', { name: 'Waiting for colleagues' })).toBeInTheDocument();
});

it('says that nothing waits for the user while colleagues have something to decide', async () => {
  await show([{ kind: 'refunds', count: 0, own_count: 1 }]);
  expect(kinds()).toEqual(['1Refunds to approve']);
  expect(screen.getByText('You’re all caught up')).toBeInTheDocument();
});

it('has no list for colleagues if nothing waits for them', async () => {
  await show([{ kind: 'refunds', count: 1, own_count: 0 }]);
  expect(kinds()).toEqual(['1Refunds to approve']);
  expect(screen.queryByText('Waiting for colleagues')).toBeNull();
});

it('shows what waits for the user, oldest first, without own requests, and decides on it in place', async () => {
  const { callsOf, provider } = await show([{ kind: 'refunds', count: 2, own_count: 1 }], ['approve', 'reject']);
  const items = within(await screen.findByRole('list', { name: 'Refunds' })).getAllByRole('listitem');
  expect(items.map((item) => within(item).getByRole('link', { name: /^F-/ }).textContent)).toEqual(['F-1', 'F-4']);
  expect(items[0]).toHaveTextContent('120.00 CNY');
  await user.click(within(items[0] ?? document.body).getByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByLabelText(/Payment password/), '246810');
  await provider.update('refunds', { id: '1', data: { status: 'processing' }, previousData: { id: '1' } });
  await user.click(dialog.getByRole('button', { name: /^Approve/ }));
  await waitFor(() => expect(callsOf('runAction', 'refunds')).toMatchObject([{ id: '1', action: { key: 'approve' } }]));
  // Its buttons are gone, so the focus goes to what waits next.
  await waitFor(() => expect(screen.queryByRole('link', { name: 'F-1' })).toBeNull());
  expect(screen.getByRole('link', { name: 'F-4' })).toHaveFocus();
});

it('shows what waits for the user although many own requests are older', async () => {
  const own = Array.from({ length: 30 }, (_, at) =>
    refund(`own-${at}`, { is_own: true, created_at: '2026-01-01T00:00:00.000Z' }),
  );
  await show([{ kind: 'refunds', count: 1, own_count: own.length }], [], {}, [...own, refund('1')]);
  const items = within(await screen.findByRole('list', { name: 'Refunds' })).getAllByRole('listitem');
  expect(items.map((item) => within(item).getByRole('link', { name: /^F-/ }).textContent)).toEqual(['F-1']);
});

it('offers no decision without the permission for it', async () => {
  await show([{ kind: 'refunds', count: 2, own_count: 0 }]);
  const list = within(await screen.findByRole('list', { name: 'Refunds' }));
  expect(list.getAllByRole('link', { name: /^F-/ })).toHaveLength(2);
  expect(list.queryAllByRole('button')).toEqual([]);
});

it('leads to the list if the records can’t be loaded', async () => {
  const fails = vi.fn(() => Promise.reject(new ApiError('answer', 'Server is down', 503, { body: null })));
  await show([{ kind: 'refunds', count: 2, own_count: 0 }], [], { getManyReference: fails });
  await waitFor(() => expect(fails).toHaveBeenCalled());
  await waitFor(() => expect(document.querySelector('.MuiSkeleton-root')).toBeNull());
  expect(kinds()).toEqual(['2Refunds to approve']);
  expect(screen.queryByRole('list', { name: 'Refunds' })).toBeNull();
});

it('says from when the user can decide, and offers no button until then', async () => {
  const usable_from = '2026-01-06T02:00:00.000Z';
  await show([{ kind: 'refunds', count: 2, own_count: 1, usable_from }], ['approve', 'reject']);
  expect(await screen.findByText(/You can decide from 2026-01-06 10:00:00/)).toBeInTheDocument();
  expect(await screen.findByText('F-1')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

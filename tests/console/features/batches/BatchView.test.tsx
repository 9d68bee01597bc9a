import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createApi } from '#console/api/createApi.ts';
import type { HttpClient } from '@merchant-console/ra-provider';
import { BatchView } from '#console/features/batches/BatchView.tsx';
import type { BatchItem, BatchState } from '#shared/contract/batches.ts';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { endedBatch } from './endedBatch.ts';

const user = quickUser();

const ROW: BatchItem = {
  id: 'i',
  line_no: 2,
  cells: {
    payee_name: 'Li Lei',
    card_number: '6222••••0000',
    bank_name: 'ICBC',
    branch_name: '',
    amount: '100.00',
    remark: '',
  },
  problems: {},
  twin_line: null,
  recent_payout_no: null,
  card_concern: null,
  card_accepted: false,
  is_swallowed: false,
  amount: '10000',
  fee: '200',
  status: 'valid',
  error_code: null,
  error_msg: null,
  payout_id: null,
  payout_no: null,
  saved_payee: null,
  repeats_payout_id: null,
  repeats_payout_no: null,
  repeated_by: null,
};

/**
 * Opens the page of a batch. Returns the addresses of the calls with the usual and with the longer time limit. A change
 * leaves the batch without rows and without card numbers to check.
 */
async function openBatch(batch: BatchState, items: BatchItem[] = []) {
  const calls = { usual: [] as string[], patient: [] as string[] };
  let page = { batch, items, total: items.length };
  const answering =
    (made: string[], answer: () => unknown): HttpClient =>
    async (url, { method = 'GET' } = {}) => {
      made.push(url);
      if (method !== 'GET') page = { batch: { ...batch, open_card_count: 0 }, items: [], total: 0 };
      return { status: 200, headers: new Headers(), body: '', json: method === 'GET' ? answer() : page.batch };
    };
  await renderDeclaredPage({
    dataProvider: recordingProvider({ batch_transfers: [] }).provider,
    name: 'batch_transfers',
    page: <BatchView id="b" title="Batches" back={null} />,
    api: createApi(
      '',
      answering(calls.usual, () => page),
      answering(calls.patient, () => page.batch),
    ),
  });
  await screen.findByRole('heading', { name: /B1/ });
  return calls;
}

it('accepts all card numbers with the time limit of an upload', async () => {
  const calls = await openBatch(endedBatch({ status: 'draft', may_repair: true, open_card_count: 2 }));
  await user.click(await screen.findByRole('button', { name: 'Accept all' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept all' }));
  await waitFor(() => expect(calls.patient).toEqual(['/batch-transfers/b/accept-cards']));
  expect(calls.usual.filter((url) => !url.includes('/items'))).toEqual([]);
  await waitFor(() => expect(screen.getByRole('heading', { name: /B1/ })).toHaveFocus());
});

it('leads the focus to its heading when the row is gone whose button had it', async () => {
  await openBatch(endedBatch({ status: 'draft', may_repair: true }), [ROW]);
  await user.click(await screen.findByRole('button', { name: 'Remove row 2' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: /B1/ })).toHaveFocus());
});

it('says that a draft of an earlier version must be checked again', async () => {
  await openBatch(endedBatch({ status: 'draft', total_debit: null, total_arrival: null }));
  expect(await screen.findByText(/This file was checked by an earlier version/)).toBeInTheDocument();
});

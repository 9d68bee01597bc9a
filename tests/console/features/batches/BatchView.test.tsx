import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createApi } from '#console/api/createApi.ts';
import type { HttpClient } from '#console/api/httpClient.ts';
import { BatchView } from '#console/features/batches/BatchView.tsx';
import type { BatchState } from '#shared/contract/batches.ts';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { endedBatch } from './endedBatch.ts';

const user = quickUser();

/** Opens the page of a batch. Returns the addresses of the calls with the usual and with the longer time limit. */
async function openBatch(batch: BatchState) {
  const calls = { usual: [] as string[], patient: [] as string[] };
  const answering =
    (made: string[], json: unknown): HttpClient =>
    async (url) => {
      made.push(url);
      return { status: 200, headers: new Headers(), body: '', json };
    };
  const page = { batch, items: [], total: 0 };
  await renderDeclaredPage({
    dataProvider: recordingProvider({ batch_transfers: [] }).provider,
    name: 'batch_transfers',
    page: <BatchView id="b" title="Batches" back={null} />,
    api: createApi('', answering(calls.usual, page), answering(calls.patient, batch)),
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
});

it('says that a draft of an earlier version must be checked again', async () => {
  await openBatch(endedBatch({ status: 'draft', total_debit: null, total_arrival: null }));
  expect(await screen.findByText(/This file was checked by an earlier version/)).toBeInTheDocument();
});

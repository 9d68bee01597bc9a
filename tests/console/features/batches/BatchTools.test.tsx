import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BatchState } from '#shared/contract/batches.ts';
import { BatchTools } from '#console/features/batches/BatchTools.tsx';
import { ActionHost } from '../../../../packages/ra-declared/src/actions/ActionHost.tsx';
import { parseDeclaration } from '../../../../packages/ra-declared/src/declaration/parseDeclaration.ts';
import { createResourceView } from '../../../../packages/ra-declared/src/ResourceView.ts';
import { LIST_PATH, renderDeclaredPage, shippedDeclarations } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { endedBatch } from './endedBatch.ts';

const user = quickUser();
const permissions = ['batch_transfers.list', 'batch_transfers.show', 'batch_transfers.create'];
const { text } = await shippedDeclarations('batch_transfers', new AbortController().signal);
const place = { basePath: LIST_PATH, permissions };
const view = createResourceView(parseDeclaration('batch_transfers', text), place, 'Batches');

const NAME = 'New batch from failed rows';
const AT_REST = { isUnsaved: false, leadsToSubmit: false };

/** Opens the tools of a batch. `answer` is the data of the server's responses. */
async function openTools(batch: BatchState, answer: unknown = null, editing = AT_REST) {
  const recording = recordingProvider({ batch_transfers: [] });
  Object.assign(recording, { answer, quote: answer });
  const page = (
    <ActionHost view={view}>
      <BatchTools batch={batch} view={view} editing={editing} show="all" onShow={() => {}} />
    </ActionHost>
  );
  const findPlace = (name: string) => (name === 'batch_transfers' ? place : null);
  const rendered = await renderDeclaredPage({
    dataProvider: recording.provider,
    name: 'batch_transfers',
    permissions,
    page,
    findPlace,
  });
  await screen.findByRole('button', { name: 'All rows' });
  return { ...rendered, ...recording };
}

describe('a new batch from failed rows', () => {
  it('says how many rows it includes and leaves out, and opens the draft', async () => {
    const draft = { ...endedBatch({ id: 'draft', status: 'draft' }), left_out_count: 1 };
    const { callsOf, place: address } = await openTools(endedBatch({ repeatable_count: 1 }), draft);
    await user.click(screen.getByRole('button', { name: NAME }));
    const dialog = within(await screen.findByRole('dialog', { name: `${NAME} B1` }));
    expect(dialog.getByText(/Create a draft with 1 failed row\? Nothing is paid/)).toHaveTextContent(
      '1 failed row is left out because another batch or payment request already repeats it.',
    );
    await user.click(dialog.getByRole('button', { name: 'Create draft' }));
    await waitFor(() => expect(address.pathname).toBe(`${LIST_PATH}/draft/show`));
    expect(callsOf('runAction', 'batch_transfers')).toMatchObject([
      { id: 'b', isLong: true, idempotencyKey: expect.anything() },
    ]);
    expect(await screen.findByText('Draft created from failed rows')).toBeInTheDocument();
  });

  it("doesn't mention left-out rows if there are none", async () => {
    await openTools(endedBatch());
    await user.click(screen.getByRole('button', { name: NAME }));
    const dialog = within(await screen.findByRole('dialog', { name: `${NAME} B1` }));
    expect(dialog.getByText(/Create a draft with 2 failed rows/)).not.toHaveTextContent('left out');
  });

  it('is offered to users with the permission while there are failed rows', async () => {
    await openTools(endedBatch({ may_repeat: false }));
    expect(screen.queryByRole('button', { name: NAME })).toBeNull();
  });
});

describe('the submission of a draft', () => {
  const draft = endedBatch({ status: 'draft', may_submit: true });
  const submit = () => screen.getByRole('button', { name: 'Submit batch' });

  it('gets the focus after the last correction has been saved', async () => {
    await openTools(draft, null, { isUnsaved: true, leadsToSubmit: true });
    expect(submit()).toBeDisabled();
    cleanup();
    await openTools(draft, null, { isUnsaved: false, leadsToSubmit: true });
    expect(submit()).toHaveFocus();
  });

  it('waits longer for the check of all rows, as for an upload', async () => {
    const { callsOf } = await openTools(draft);
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(callsOf('runAction', 'batch_transfers')).toMatchObject([{ id: 'b', isLong: true }]));
  });

  it('says what is frozen, what the payees receive, and the balance afterwards', async () => {
    const amounts = {
      fee: '600',
      arrival_amount: '29400',
      debit_amount: '30000',
      available: '150000',
      available_after: '120000',
    };
    const payees = { channel_name: 'Bank', payee_count: 3, first_payment_count: 1, deduction: 'inner' };
    const { callsOf } = await openTools(draft, { currency: 'CNY', ...payees, ...amounts });
    await user.click(submit());
    const dialog = await screen.findByRole('dialog', { name: 'Submit batch B1' });
    expect(dialog).toHaveTextContent('Submit 3 payments? Their total debit is frozen immediately.');
    await within(dialog).findByText('1,200.00 CNY');
    const facts = within(dialog)
      .getAllByRole('definition')
      .map((fact) => `${fact.previousSibling?.textContent}: ${fact.textContent}`);
    expect(facts).toEqual([
      'Channel: Bank',
      'Payees: 3',
      'Paid for the first time: 1',
      'Fee borne by: Payee (deducted from the amount)',
      'Total fee: 6.00 CNY',
      'Payees receive: 294.00 CNY',
      'Total debit: 300.00 CNY',
      'Available balance: 1,500.00 CNY',
      'Balance after: 1,200.00 CNY',
    ]);
    expect(callsOf('quote', 'batch_transfers')).toMatchObject([
      { id: 'b', action: { path: 'batch-transfers/:id/submit/quote' } },
    ]);
  });

  it("doesn't take the focus otherwise", async () => {
    await openTools(draft);
    expect(submit()).toBeEnabled();
    expect(submit()).not.toHaveFocus();
  });
});

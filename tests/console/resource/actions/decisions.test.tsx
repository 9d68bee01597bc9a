import type { queries } from '@testing-library/react';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '#console/api/ApiError.ts';
import type { ActionParams } from '#console/api/runAction.ts';
import { editedDeclarations, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const user = quickUser();
const withdrawal = (id: string, values: Record<string, unknown>) => ({
  id,
  withdrawal_no: `W-${id}`,
  tenant_id: 'm-1',
  status: 'pending',
  card_holder: 'Ann Lee',
  card_number: '**** 4321',
  bank_name: 'ICBC',
  branch_name: null,
  amount: '2000000',
  fee: '1000',
  arrival_amount: '1999000',
  currency: 'CNY',
  remark: null,
  created_at: '2026-01-05T00:00:00.000Z',
  ...values,
});
const WITHDRAWALS = [
  withdrawal('1', {}),
  withdrawal('2', { amount: '150', currency: 'JPY' }),
  withdrawal('3', { amount: '50', currency: 'JPY' }),
  withdrawal('4', { amount: '999', status: 'success' }),
];

/** The reviews of withdrawals, with an approval that can be given for several at once. */
const withBulk = editedDeclarations((text) =>
  text.replace(
    /(?<="name": "withdrawal_reviews",.*)"actions": \[/s,
    `"actions": [{ "key": "approve_all", "label": "Approve all", "scope": "bulk", "shows": ["amount", "card_holder"],
      "confirm": true, "when": { "field": "status", "eq": "pending" } },`,
  ),
);

async function openReviews(keys = ['approve', 'reject', 'approve_all'], withdrawals = WITHDRAWALS) {
  await import('#console/resource/actions/dialog/ActionDialog.tsx');
  const { provider, callsOf } = recordingProvider({
    withdrawal_reviews: withdrawals,
    merchants: [{ id: 'm-1', name: 'Tokyo Tea' }],
  });
  const permissions = ['list', 'show', ...keys].map((key) => `withdrawal_reviews.${key}`);
  await renderDeclaredPage({
    dataProvider: provider,
    name: 'withdrawal_reviews',
    declarations: withBulk,
    permissions: [...permissions, 'merchants.list'],
  });
  await screen.findByText('W-1');
  return callsOf;
}

async function begin(name: string, action: string) {
  await user.click(screen.getByRole('button', { name: `Actions: ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return within(await screen.findByRole('dialog'));
}

const shown = (dialog: ReturnType<typeof within<typeof queries>>) =>
  dialog.queryAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

it.each([
  ['Approve', 'Approve withdrawal W-1'],
  ['Reject', 'Reject withdrawal W-1'],
])('names in the title what is decided: %s', async (action, title) => {
  await openReviews();
  await begin('W-1', action);
  expect(screen.getByRole('dialog')).toHaveAccessibleName(title);
});

it('shows the record, and names the amount on the button and in the success message', async () => {
  await openReviews();
  const dialog = await begin('W-1', 'Approve');
  await waitFor(() => expect(shown(dialog)).toContain('Merchant: Tokyo Tea'));
  expect(shown(dialog)).toEqual(
    expect.arrayContaining(['Amount: 20,000.00 CNY', 'Cardholder: Ann Lee', 'Card number: **** 4321']),
  );
  await user.type(dialog.getByLabelText(/Payment password/), '246810');
  await user.click(dialog.getByRole('button', { name: 'Approve 20,000.00 CNY' }));
  expect(await screen.findByText('Withdrawal of 20,000.00 CNY approved')).toBeInTheDocument();
});

it("records the bank's result with the payment password, after the record, and a failure also after its reason", async () => {
  const about = ['Merchant: Tokyo Tea', 'Amount: 20,000.00 CNY', 'Cardholder: Ann Lee', 'Card number: **** 4321'];
  const openedFor = async (action: string) => {
    const dialog = await begin('W-1', action);
    await waitFor(() => expect(shown(dialog)).toEqual(expect.arrayContaining(about)));
    return dialog;
  };
  const callsOf = await openReviews(['succeed', 'fail'], [withdrawal('1', { status: 'processing' })]);
  const paying = await openedFor('Mark as paid');
  await user.type(paying.getByLabelText(/Payment password/), '246810');
  await user.click(paying.getByRole('button', { name: 'Mark 19,990.00 CNY as paid' }));
  expect(await screen.findByText('Withdrawal of 20,000.00 CNY marked as paid')).toBeInTheDocument();

  const failing = await openedFor('Mark as failed');
  await user.type(failing.getByLabelText(/Failure reason/), 'Account closed');
  await user.click(failing.getByRole('button', { name: 'Review' }));
  expect(shown(failing)).toEqual(
    expect.arrayContaining([...about, 'Fee (frozen): 10.00 CNY', 'Failure reason: Account closed']),
  );
  await user.type(failing.getByLabelText(/Payment password/), '246810');
  await user.click(failing.getByRole('button', { name: 'Mark 20,000.00 CNY as failed' }));
  expect(await screen.findByText('Withdrawal of 20,000.00 CNY marked as failed')).toBeInTheDocument();
  expect(callsOf('runAction', 'withdrawal_reviews').map(({ values }) => values)).toEqual([
    { pay_password: '246810' },
    { reject_reason: 'Account closed', pay_password: '246810' },
  ]);
});

it('confirms a deposit with its requester and the balances, and names the merchant in the success message', async () => {
  await import('#console/resource/actions/dialog/ActionDialog.tsx');
  const deposit = {
    id: '1',
    deposit_no: 'D-1',
    tenant_id: 'm-1',
    status: 'pending_payment',
    payer_name: 'Ink Ltd',
    amount: '100000',
    fee: '500',
    arrival_amount: '99500',
    currency: 'CNY',
    requested_by: 'Ann Lee (ann)',
    available: '500',
    available_after: '100000',
    created_at: '2026-01-05T00:00:00.000Z',
  };
  const merchants = [{ id: 'm-1', name: 'Tokyo Tea' }];
  const permissions = ['list', 'show', 'pass'].map((key) => `deposit_reviews.${key}`);
  await renderDeclaredPage({
    dataProvider: recordingProvider({ deposit_reviews: [deposit], merchants }).provider,
    name: 'deposit_reviews',
    permissions: [...permissions, 'merchants.list'],
  });
  await screen.findByText('D-1');
  const dialog = await begin('D-1', 'Confirm receipt');
  await waitFor(() => expect(shown(dialog)).toContain('Merchant: Tokyo Tea'));
  expect(shown(dialog)).toEqual(
    expect.arrayContaining([
      'Available balance: 5.00 CNY',
      'Balance after: 1,000.00 CNY',
      'Requested by: Ann Lee (ann)',
      'Created: 2026-01-05 08:00:00',
    ]),
  );
  await user.type(dialog.getByLabelText(/Payment password/), '246810');
  await user.click(dialog.getByRole('button', { name: 'Credit 995.00 CNY' }));
  expect(await screen.findByText('995.00 CNY credited to Tokyo Tea')).toBeInTheDocument();
});

it('shows amounts in the currency of the record', async () => {
  await openReviews();
  const dialog = await begin('W-2', 'Approve');
  expect(dialog.getByRole('button', { name: 'Approve 150 JPY' })).toBeInTheDocument();
});

it('shows a rejection in the colour of errors', async () => {
  await openReviews();
  const dialog = await begin('W-1', 'Reject');
  expect(dialog.getByRole('button', { name: 'Reject' })).toHaveClass('MuiButton-colorError');
  expect(dialog.getByRole('button', { name: 'Back' })).toBeInTheDocument();
  expect(shown(dialog)).toContain('Amount: 20,000.00 CNY');
  await user.click(dialog.getByRole('button', { name: 'Back' }));
  await user.click(screen.getByText('W-1'));
  expect(await screen.findByRole('button', { name: 'Reject' })).toHaveClass('MuiButton-colorError');
  expect(screen.getByRole('button', { name: 'Approve' })).toHaveClass('MuiButton-colorPrimary');
});

it('for several records, shows the sums of those that it is sent for, by currency', async () => {
  await openReviews();
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Approve all' }));
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(shown(dialog)).toEqual(['Amount: 20,000.00 CNY', 'Amount: 200 JPY']));
  expect(dialog.getByText(/3 of 4 records/)).toBeInTheDocument();
});

/** Opens the list of payment requests with one pending request. Its computed fields are only in its own response. */
async function openRequests({ is_own = false, isTermsChanged = false } = {}) {
  await import('#console/resource/actions/dialog/ActionDialog.tsx');
  const request = {
    id: '7',
    request_no: 'R-7',
    status: 'pending',
    payee_name: 'Ann Lee',
    card_number: '**** 4321',
    amount: '2000000',
    fee: '1000',
    currency: 'CNY',
    created_at: '2026-01-05T00:00:00.000Z',
    is_own,
  };
  const facts = {
    payee_amount: '2000000',
    debit_amount: '2001000',
    available_after: '-500',
    payee_standing: 'first_payment',
    payments: 0,
  };
  let fee = 900n;
  let isRefusing = isTermsChanged;
  const quote = () => {
    fee += 100n;
    const figures = {
      fee: `${fee}`,
      debit_amount: `${2_000_000n + fee}`,
      available: '2001500',
      available_after: '500',
    };
    return { currency: 'CNY', deduction: 'outer', arrival_amount: '2000000', ...figures };
  };
  const { provider, callsOf } = recordingProvider({ payment_requests: [request] });
  await renderDeclaredPage({
    name: 'payment_requests',
    dataProvider: {
      ...provider,
      async getOne(resource, params) {
        const { data } = await provider.getOne(resource, params);
        return { data: { ...data, ...facts } };
      },
      async runAction(resource: string, params: ActionParams) {
        if (params.action.path.endsWith('/quote')) return { data: quote(), file: null };
        const done = await provider.runAction(resource, params);
        if (params.values['agreed_debit'] === String(2_000_000n + fee) && !isRefusing) return done;
        isRefusing = false;
        const errors = { agreed_debit: 'The fee has changed.' };
        throw new ApiError('answer', 'Check the fields', 422, { body: { errors } });
      },
    },
    permissions: ['list', 'show', 'approve', 'reject', 'cancel'].map((key) => `payment_requests.${key}`),
  });
  await screen.findByText('R-7');
  return callsOf;
}

it("offers no column for a field that only the record's own response has", async () => {
  await openRequests();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  expect(await screen.findByRole('checkbox', { name: 'Remark' })).toBeInTheDocument();
  expect(screen.queryByRole('checkbox', { name: 'Payee history' })).toBeNull();
});

it("shows on the record's page what its row in the list lacks", async () => {
  await openRequests();
  await user.click(screen.getByText('R-7'));
  expect(await screen.findByText('20,010.00 CNY')).toBeInTheDocument();
  expect(screen.getByText('First payment to this payee')).toBeInTheDocument();
});

it("fetches what only the record's own response has, and asks for the payment password beside it", async () => {
  const callsOf = await openRequests();
  const dialog = await begin('R-7', 'Approve');
  await waitFor(() => expect(shown(dialog)).toContain('Total debit: 20,010.00 CNY'));
  await waitFor(() => expect(shown(dialog)).toContain('Payee history: First payment to this payee'));
  expect(shown(dialog)).toEqual(
    expect.arrayContaining(['Fee: 10.00 CNY', 'Payee receives: 20,000.00 CNY', 'Balance after: 5.00 CNY']),
  );
  // Earlier payments are only shown for a payee that has received any, and nothing is shown that is empty.
  expect(shown(dialog).join()).not.toContain('Payments so far');
  expect(shown(dialog)).toContain('Fee borne by: Merchant (added to the amount)');
  expect(shown(dialog).join()).not.toContain('—');
  await user.type(dialog.getByLabelText(/Payment password/), '246810');
  await user.click(dialog.getByRole('button', { name: 'Approve 20,000.00 CNY' }));
  await waitFor(() => expect(callsOf('runAction', 'payment_requests')).toHaveLength(1));
  expect(callsOf('runAction', 'payment_requests')[0]).toMatchObject({
    values: { pay_password: '246810', agreed_debit: '2001000', agreed_arrival: '2000000' },
  });
});

it('shows the new figures if they have changed, and sends those after another confirmation', async () => {
  const callsOf = await openRequests({ isTermsChanged: true });
  const dialog = await begin('R-7', 'Approve');
  await waitFor(() => expect(shown(dialog)).toContain('Total debit: 20,010.00 CNY'));
  const confirm = async () => {
    await user.type(dialog.getByLabelText(/Payment password/), '246810');
    await user.click(dialog.getByRole('button', { name: 'Approve 20,000.00 CNY' }));
  };
  await waitFor(() => expect(shown(dialog)).toContain('Payee history: First payment to this payee'));
  await confirm();
  expect(await dialog.findByText('The fee has changed.')).toBeInTheDocument();
  await waitFor(() => expect(shown(dialog)).toContain('Total debit: 20,011.00 CNY'));
  await waitFor(() => expect(dialog.getByLabelText(/Payment password/)).toHaveValue(''));
  await confirm();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = callsOf('runAction', 'payment_requests').map(({ values }) => Object(values).agreed_debit);
  expect(sent).toEqual(['2001000', '2001100']);
});

it('offers a decision on the requests of others, and to cancel own ones', async () => {
  const offered = async () => {
    await user.click(screen.getByRole('button', { name: 'Actions: R-7' }));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    await user.keyboard('{Escape}');
    return items;
  };
  await openRequests();
  expect(await offered()).toEqual(['View', 'Approve', 'Reject']);
  cleanup();
  await openRequests({ is_own: true });
  expect(await offered()).toEqual(['View', 'Cancel request']);
});

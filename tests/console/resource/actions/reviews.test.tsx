import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { editedDeclarations, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';
import { beginAction, shownIn } from './actionDialog.ts';

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
  await import('../../../../packages/ra-declared/src/actions/dialog/ActionDialog.tsx');
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

it.each([
  ['Approve', 'Approve withdrawal W-1'],
  ['Reject', 'Reject withdrawal W-1'],
])('names in the title what is decided: %s', async (action, title) => {
  await openReviews();
  await beginAction(user, 'W-1', action);
  expect(screen.getByRole('dialog')).toHaveAccessibleName(title);
});

it('shows the record, and names the amount on the button and in the success message', async () => {
  await openReviews();
  const dialog = await beginAction(user, 'W-1', 'Approve');
  await waitFor(() => expect(shownIn(dialog)).toContain('Merchant: Tokyo Tea'));
  expect(shownIn(dialog)).toEqual(
    expect.arrayContaining(['Amount: 20,000.00 CNY', 'Cardholder: Ann Lee', 'Card number: **** 4321']),
  );
  await user.type(dialog.getByLabelText(/Payment password/), '246810');
  await user.click(dialog.getByRole('button', { name: 'Approve 20,000.00 CNY' }));
  expect(await screen.findByText('Withdrawal of 20,000.00 CNY approved')).toBeInTheDocument();
});

it("records the bank's result with the payment password, after the record, and a failure also after its reason", async () => {
  const about = ['Merchant: Tokyo Tea', 'Amount: 20,000.00 CNY', 'Cardholder: Ann Lee', 'Card number: **** 4321'];
  const openedFor = async (action: string) => {
    const dialog = await beginAction(user, 'W-1', action);
    await waitFor(() => expect(shownIn(dialog)).toEqual(expect.arrayContaining(about)));
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
  expect(shownIn(failing)).toEqual(
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
  await import('../../../../packages/ra-declared/src/actions/dialog/ActionDialog.tsx');
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
  const dialog = await beginAction(user, 'D-1', 'Confirm receipt');
  await waitFor(() => expect(shownIn(dialog)).toContain('Merchant: Tokyo Tea'));
  expect(shownIn(dialog)).toEqual(
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
  const dialog = await beginAction(user, 'W-2', 'Approve');
  expect(dialog.getByRole('button', { name: 'Approve 150 JPY' })).toBeInTheDocument();
});

it('shows a rejection in the colour of errors', async () => {
  await openReviews();
  const dialog = await beginAction(user, 'W-1', 'Reject');
  expect(dialog.getByRole('button', { name: 'Reject' })).toHaveClass('MuiButton-colorError');
  expect(dialog.getByRole('button', { name: 'Back' })).toBeInTheDocument();
  expect(shownIn(dialog)).toContain('Amount: 20,000.00 CNY');
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
  await waitFor(() => expect(shownIn(dialog)).toEqual(['Amount: 20,000.00 CNY', 'Amount: 200 JPY']));
  expect(dialog.getByText(/3 of 4 records/)).toBeInTheDocument();
});

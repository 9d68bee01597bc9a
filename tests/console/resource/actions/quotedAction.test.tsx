import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { ApiError, type ActionParams } from '@merchant-console/ra-provider';
import { renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { orderRecord } from '#tests/support/orderRecords.ts';
import { quickUser } from '#tests/support/quickUser.ts';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const user = quickUser();
const order = {
  ...orderRecord(1, { amount: '100000', refunded_amount: '40000' }),
  refund_open_amount: '0',
  refundable_amount: '60000',
};
const failedPayout = {
  id: 'p-1',
  order_no: 'P-1',
  status: 'failed',
  source: 'console',
  payee_name: 'Ann Lee',
  amount: '10000',
  currency: 'CNY',
  created_at: '2026-01-05T00:00:00.000Z',
  repeated_by_id: null,
  repeated_by_batch_id: null,
};
const calls: ActionParams[] = [];
let isDown = false;
let isShort = false;
let isBusy = false;
beforeEach(() => void calls.splice(0));

/** The server's quotes: half a percent is returned, and at most 600.00 can be refunded. */
async function answer({ values }: ActionParams) {
  if (isShort) throw new ApiError('answer', 'Insufficient balance: 5.00 CNY short.', 409, { body: null });
  if (isBusy) throw new ApiError('answer', 'Too many calls. Try again in 3 seconds.', 429, { body: null });
  if (isDown) throw new ApiError('answer', 'Server is down', 503, { body: null });
  const amount = BigInt(String(values['amount']));
  if (amount > 60_000n) {
    const errors = { amount: 'Use at most 600.00 CNY, the amount left to refund.' };
    throw new ApiError('answer', 'Check the fields', 422, { body: { errors } });
  }
  const fee = amount / 200n;
  return {
    file: null,
    data: {
      currency: 'CNY',
      amount: String(amount),
      left: '60000',
      fee_returned: String(fee),
      payer_amount: String(amount),
      debit_amount: String(amount - fee),
      needs_approval: false,
      available_after: String(1_000_000n - amount + fee),
    },
  };
}

async function openDialog() {
  await import('../../../../packages/ra-declared/src/actions/dialog/ActionDialog.tsx');
  const { provider } = recordingProvider({ orders: [{ ...order }], channels: [], refunds: [], ledgers: [] });
  await renderDeclaredPage({
    name: 'orders',
    dataProvider: {
      ...provider,
      runAction: async (_resource: string, params: ActionParams) => {
        calls.push(params);
        return params.action.path.endsWith('/quote') ? answer(params) : { data: { ...order }, file: null };
      },
    },
    permissions: ['list', 'show', 'refund'].map((key) => `orders.${key}`),
  });
  await user.click(await screen.findByText(order.order_no));
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  return within(await screen.findByRole('dialog'));
}

/** The facts of the dialog. */
const rowsOf = (dialog: Awaited<ReturnType<typeof openDialog>>) =>
  dialog.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

it('starts with the refundable amount, shows what the refund would do, and sends what was shown', async () => {
  const dialog = await openDialog();
  expect(dialog.getByLabelText(/Refund amount/)).toHaveValue('600.00');
  expect(await dialog.findByText('597.00 CNY')).toBeInTheDocument();
  await user.clear(dialog.getByLabelText(/Refund amount/));
  await user.type(dialog.getByLabelText(/Refund amount/), '100');
  expect(await dialog.findByText('99.50 CNY')).toBeInTheDocument();
  expect(dialog.getByText('9,900.50 CNY')).toBeInTheDocument();
  expect(dialog.queryByLabelText(/Agreed/)).toBeNull();
  await user.type(dialog.getByLabelText(/Reason/), 'Returned');
  await user.click(dialog.getByRole('button', { name: 'Review' }));
  await user.type(await dialog.findByLabelText(/Payment password/), '246810');
  await user.click(dialog.getByRole('button', { name: 'Refund 100.00 CNY' }));
  const made = () => calls.find(({ action }) => action.path === 'orders/:id/refund');
  await waitFor(() => expect(made()).toBeDefined());
  expect(made()).toMatchObject({
    id: order.id,
    idempotencyKey: expect.stringMatching(/./),
    values: {
      amount: '10000',
      reason: 'Returned',
      pay_password: '246810',
      agreed_debit: '9950',
      agreed_arrival: '10000',
    },
  });
});

it("says at the amount why it would be rejected, and doesn't continue", async () => {
  const dialog = await openDialog();
  const amount = dialog.getByLabelText(/Refund amount/);
  await user.clear(amount);
  await user.type(amount, '600.01');
  await waitFor(() => expect(amount).toHaveAccessibleDescription(/Use at most 600.00 CNY/));
  expect(dialog.getAllByText(/Use at most/)).toHaveLength(1);
  await user.type(dialog.getByLabelText(/Reason/), 'Returned');
  await user.click(dialog.getByRole('button', { name: 'Review' }));
  await waitFor(() => expect(amount).toHaveAccessibleDescription(/Use at most 600.00 CNY/));
  expect(dialog.queryByLabelText(/Payment password/)).toBeNull();
  await user.clear(amount);
  await user.type(amount, '600');
  expect(await dialog.findByText('597.00 CNY')).toBeInTheDocument();
  expect(amount).toBeValid();
  expect(dialog.queryByText(/Use at most/)).toBeNull();
  expect(calls.every(({ action }) => action.path.endsWith('/quote'))).toBe(true);
});

it('continues once what was typed last is quoted, if Review is pressed without a pause', async () => {
  const dialog = await openDialog();
  const amount = dialog.getByLabelText(/Refund amount/);
  await user.type(dialog.getByLabelText(/Reason/), 'Returned');
  await user.clear(amount);
  await user.type(amount, '200');
  await user.click(dialog.getByRole('button', { name: 'Review' }));
  expect(await dialog.findByLabelText(/Payment password/)).toBeInTheDocument();
  expect(await dialog.findByText('199.00 CNY')).toBeInTheDocument();
  expect(calls.filter(({ values }) => values['amount'] === '20000')).toHaveLength(1);
});

it("can't be confirmed if the server rejects it whatever is entered, and says why", async () => {
  isShort = true;
  onTestFinished(() => void (isShort = false));
  const dialog = await openDialog();
  expect(await dialog.findByText('Insufficient balance: 5.00 CNY short.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Review' })).toBeDisabled();
});

it('shows what it would cost, and what is missing, if the balance is too low', async () => {
  const { provider } = recordingProvider({ payouts: [{ ...failedPayout }], channels: [], ledgers: [] });
  const quote = {
    deduction: 'outer',
    fee: '900',
    arrival_amount: '10000',
    debit_amount: '10900',
    available: '9000',
    available_after: '-1900',
  };
  const data = { error: 'validation', errors: { amount: 'Insufficient balance: 19.00 CNY short.' }, quote };
  await renderDeclaredPage({
    name: 'payouts',
    dataProvider: {
      ...provider,
      runAction: async () => {
        throw ApiError.refused(422, { code: 42_200, msg: 'Check the fields', data });
      },
    },
    permissions: ['payouts.list', 'payouts.show', 'payment_requests.create'],
  });
  await user.click(await screen.findByText('P-1'));
  await user.click(await screen.findByRole('button', { name: 'Pay again' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Insufficient balance: 19.00 CNY short.')).toBeInTheDocument();
  expect(rowsOf(dialog).slice(-7)).toEqual([
    'Fee: 9.00 CNY',
    'Fee borne by: Merchant (added to the amount)',
    'Payee receives: 100.00 CNY',
    'Total debit: 109.00 CNY',
    'Available balance: 90.00 CNY',
    'Balance after: -19.00 CNY',
    'Needs approval: —',
  ]);
  expect(dialog.getByRole('button', { name: 'Pay 100.00 CNY again' })).toBeDisabled();
});

it('asks again for a quote that failed when its button is pressed', async () => {
  isDown = true;
  const dialog = await openDialog();
  await user.type(dialog.getByLabelText(/Reason/), 'Returned');
  expect(await dialog.findByText(/Server is down/)).toBeInTheDocument();
  isDown = false;
  await user.click(dialog.getByRole('button', { name: 'Review' }));
  expect(await dialog.findByText('597.00 CNY')).toBeInTheDocument();
  expect(dialog.queryByText(/Server is down/)).toBeNull();
});

it('offers to try again after too many calls, without closing', async () => {
  isBusy = true;
  onTestFinished(() => void (isBusy = false));
  const dialog = await openDialog();
  await user.type(dialog.getByLabelText(/Reason/), 'Returned');
  expect(await dialog.findByText(/Too many calls/)).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Review' })).toBeEnabled();
  isBusy = false;
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('597.00 CNY')).toBeInTheDocument();
  expect(dialog.queryByText(/Too many calls/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Review' }));
  expect(await dialog.findByLabelText(/Payment password/)).toBeInTheDocument();
});

it('shows the cost of paying again before it asks for the payment password, and agrees to it', async () => {
  const { provider } = recordingProvider({ payouts: [{ ...failedPayout }], channels: [], ledgers: [] });
  const figures = {
    deduction: 'outer',
    fee: '900',
    arrival_amount: '10000',
    debit_amount: '10900',
    available: '11400',
    available_after: '500',
  };
  await renderDeclaredPage({
    name: 'payouts',
    dataProvider: {
      ...provider,
      runAction: async (_resource: string, params: ActionParams) => {
        calls.push(params);
        return { data: { currency: 'CNY', ...figures, needs_approval: true }, file: null };
      },
    },
    permissions: ['payouts.list', 'payouts.show', 'payment_requests.create'],
  });
  await user.click(await screen.findByText('P-1'));
  await user.click(await screen.findByRole('button', { name: 'Pay again' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('109.00 CNY')).toBeInTheDocument();
  expect(rowsOf(dialog).slice(-7)).toEqual([
    'Fee: 9.00 CNY',
    'Fee borne by: Merchant (added to the amount)',
    'Payee receives: 100.00 CNY',
    'Total debit: 109.00 CNY',
    'Available balance: 114.00 CNY',
    'Balance after: 5.00 CNY',
    'Needs approval: Yes',
  ]);
  await user.type(dialog.getByLabelText(/Payment password/), '246810');
  await user.click(dialog.getByRole('button', { name: 'Pay 100.00 CNY again' }));
  const made = () => calls.find(({ action }) => action.path === 'payouts/:id/pay_again');
  await waitFor(() =>
    expect(made()?.values).toEqual({ pay_password: '246810', agreed_debit: '10900', agreed_arrival: '10000' }),
  );
});

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST_PATH, renderDeclaredPage } from '#tests/support/declaredPage.tsx';
import { recordingProvider } from '#tests/support/recordingProvider.ts';

const AT = '2026-11-20T04:00:00.000Z';
/** 1,000.00 with a fee of 3.50. */
const CHARGE = { amount: '100000', fee: '350', rate_bps: 25, fixed_fee: '100', currency: 'CNY' };

interface State {
  name: string;
  status: string;
  deduction?: 'inner' | 'outer';
  payout_status?: string | null;
}

function recordOf({ deduction = 'inner', status, payout_status = null }: State) {
  const arrival_amount = deduction === 'inner' ? '99650' : '100000';
  const debit_amount = deduction === 'inner' ? '100000' : '100350';
  const amounts = { arrival_amount, debit_amount, refunded_amount: '0', fee_returned: '350', payer_amount: '100000' };
  const more = { deduction, status, payout_status, notify_url: null, created_at: AT, updated_at: AT };
  return { id: 'one', ...CHARGE, ...amounts, ...more };
}

/** The amounts on the record page by name, without the amount itself and its currency. */
async function saidOf(state: State): Promise<Record<string, string | undefined>> {
  const { name } = state;
  const { provider } = recordingProvider({ [name]: [recordOf(state)], channels: [], users: [] });
  await renderDeclaredPage({ dataProvider: provider, name, address: `${LIST_PATH}/one/show` });
  const group = within(await screen.findByRole('region', { name: 'Amounts' }));
  const values = group.getAllByRole('definition').map(textOf);
  const said = group.getAllByRole('term').map((term, index) => [textOf(term), values[index]] as const);
  return Object.fromEntries(said.filter(([term]) => !/^(?:Order amount|Amount|Currency)$/.test(term)));
}

/** Without the fee's terms. */
const textOf = (element: HTMLElement) =>
  [...element.childNodes]
    .filter((node) => node.nodeName !== 'SMALL')
    .map((node) => node.textContent)
    .join('');

const TAKEN = { Fee: '− 3.50 CNY' };
const GOT = { ...TAKEN, 'The payer paid': '1,000.00 CNY', 'Net amount': '996.50 CNY' };
const AWAITED = { ...TAKEN, 'The payer pays': '1,000.00 CNY', 'Net amount (expected)': '996.50 CNY' };
const NOTHING = { Fee: '—', 'Net amount': '—' };
const PAID = { ...TAKEN, 'The payee received': '996.50 CNY', Debited: '1,000.00 CNY' };
const HELD = { ...TAKEN, 'The payee will receive': '996.50 CNY', Frozen: '1,000.00 CNY' };
const BACK = { Fee: '—', 'The payee received': '—', Returned: '1,000.00 CNY' };

const OWN: readonly (readonly [name: string, status: string, said: object])[] = [
  ['orders', 'success', GOT],
  ['orders', 'pending', AWAITED],
  ['orders', 'failed', NOTHING],
  ['orders', 'closed', NOTHING],
  ['deposits', 'pass', GOT],
  ['deposits', 'pending_payment', AWAITED],
  ['deposits', 'reject', NOTHING],
  ['payouts', 'pending', HELD],
  ['payouts', 'processing', HELD],
  ['payouts', 'success', PAID],
  ['payouts', 'failed', BACK],
  ['withdrawals', 'pending', HELD],
  ['withdrawals', 'processing', HELD],
  ['withdrawals', 'success', PAID],
  ['withdrawals', 'failed', BACK],
  ['withdrawals', 'rejected', BACK],
  ['withdrawals', 'cancelled', BACK],
];

const EXPECTED = { 'Net amount (expected)': '996.50 CNY', 'Fee (expected)': '3.50 CNY' };
const ARRIVED = { 'Net amount': '996.50 CNY', Fee: '3.50 CNY' };
const NOT_ARRIVED = { 'Net amount': '—', Fee: '—' };
const TO_ARRIVE = { 'Net amount once paid': '996.50 CNY', 'Fee (frozen)': '3.50 CNY' };
const FROZEN = { 'Frozen amount': '1,000.00 CNY', 'Fee (frozen)': '3.50 CNY' };

const OF_OTHERS: typeof OWN = [
  ['submerchant_orders', 'success', { ...ARRIVED, Refunded: '0.00 CNY' }],
  ['submerchant_orders', 'pending', EXPECTED],
  ['submerchant_orders', 'failed', NOT_ARRIVED],
  ['submerchant_orders', 'closed', NOT_ARRIVED],
  ['submerchant_payouts', 'pending', FROZEN],
  ['submerchant_payouts', 'processing', FROZEN],
  ['submerchant_payouts', 'success', { 'Total debit': '1,000.00 CNY', Fee: '3.50 CNY' }],
  ['submerchant_payouts', 'failed', { 'Total debit': '—', Fee: '—' }],
  ['deposit_reviews', 'pending_payment', EXPECTED],
  ['deposit_reviews', 'pass', ARRIVED],
  ['deposit_reviews', 'reject', NOT_ARRIVED],
  ['withdrawal_reviews', 'pending', TO_ARRIVE],
  ['withdrawal_reviews', 'processing', TO_ARRIVE],
  ['withdrawal_reviews', 'success', ARRIVED],
  ['withdrawal_reviews', 'failed', NOT_ARRIVED],
  ['withdrawal_reviews', 'rejected', NOT_ARRIVED],
  ['withdrawal_reviews', 'cancelled', NOT_ARRIVED],
];

const REFUNDING = {
  'Fee returned (expected)': '3.50 CNY',
  'Payer gets back (expected)': '1,000.00 CNY',
  'Frozen amount': '1,000.00 CNY',
};
const NOT_REFUNDED = { 'Fee returned': '—', 'Payer gets back': '—', 'Leaves the balance': '—' };

describe('the amounts on a record page', () => {
  it.each(OWN)('of %s that are %s', async (name, status, said) => {
    expect(await saidOf({ name, status })).toEqual(said);
  });

  it.each([
    ['orders', 'pending', { 'The payer pays': '1,003.50 CNY', 'Net amount (expected)': '1,000.00 CNY' }],
    ['orders', 'success', { 'The payer paid': '1,003.50 CNY', 'Net amount': '1,000.00 CNY' }],
    ['payouts', 'processing', { 'The payee will receive': '1,000.00 CNY', Frozen: '1,003.50 CNY' }],
    ['payouts', 'success', { 'The payee received': '1,000.00 CNY', Debited: '1,003.50 CNY' }],
  ])('of %s that are %s, with the fee on top', async (name, status, said) => {
    expect(await saidOf({ name, status, deduction: 'outer' })).toEqual({ Fee: '+ 3.50 CNY', ...said });
  });

  it('of a failed payout: everything that was frozen is returned, including an outer fee', async () => {
    const said = { Fee: '—', 'The payee received': '—', Returned: '1,003.50 CNY' };
    expect(await saidOf({ name: 'payouts', status: 'failed', deduction: 'outer' })).toEqual(said);
  });

  it.each(OF_OTHERS)('to senior users and reviewers, of %s that are %s', async (name, status, said) => {
    expect(await saidOf({ name, status })).toEqual(said);
  });

  it.each([
    ['pending', null, { 'Fee (expected)': '3.50 CNY' }],
    ['pass', 'pending', { 'Fee (frozen)': '3.50 CNY' }],
    ['pass', 'processing', { 'Fee (frozen)': '3.50 CNY' }],
    ['pass', 'success', { Fee: '3.50 CNY' }],
    ['pass', 'failed', { Fee: '—' }],
    ['reject', null, { Fee: '—' }],
    ['cancelled', null, { Fee: '—' }],
  ])('of a payment request that is %s, its payout %s', async (status, payout_status, said) => {
    expect(await saidOf({ name: 'payment_requests', status, payout_status })).toEqual(said);
  });

  it.each([
    ['pending_approval', REFUNDING],
    ['processing', REFUNDING],
    [
      'success',
      { 'Fee returned': '3.50 CNY', 'Payer gets back': '1,000.00 CNY', 'Leaves the balance': '1,000.00 CNY' },
    ],
    ['failed', NOT_REFUNDED],
    ['rejected', NOT_REFUNDED],
    ['cancelled', NOT_REFUNDED],
  ])('of a refund that is %s', async (status, said) => {
    expect(await saidOf({ name: 'refunds', status })).toMatchObject(said);
  });
});

describe('the decision on a record page', () => {
  it.each([
    ['adjustments', 'reject'],
    ['payment_requests', 'reject'],
    ['refunds', 'rejected'],
  ])('names who decided, not who approved, on %s that are %s', async (name, status) => {
    const record = { ...recordOf({ name, status }), approver_id: 'checker', decided_at: AT, reject_reason: 'Twice' };
    const { provider } = recordingProvider({ [name]: [record], channels: [], users: [] });
    await renderDeclaredPage({ dataProvider: provider, name, address: `${LIST_PATH}/one/show` });
    const terms = within(await screen.findByRole('region', { name: 'Decision' })).getAllByRole('term');
    expect(terms.map(textOf)).toEqual(expect.arrayContaining(['Decided by', 'Decided']));
  });
});

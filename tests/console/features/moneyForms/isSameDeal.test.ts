import { describe, expect, it } from 'vitest';
import type { MoneyQuote } from '#shared/contract/moneyForms.ts';
import { isSameDeal } from '#console/features/moneyForms/useMoneyForm.ts';

describe('a quote', () => {
  const quote: MoneyQuote = {
    rate_bps: 0,
    fixed_fee: '100',
    min_fee: null,
    max_fee: null,
    deduction: 'inner',
    currency: 'CNY',
    amount: '1000',
    fee: '100',
    arrival_amount: '900',
    debit_amount: '1000',
    min_amount: '1',
    max_amount: '9999',
    available: '5000',
    available_after: '4000',
    needs_approval: false,
    approval: null,
  };
  it('is unchanged if only the balance differs', () => {
    expect(isSameDeal(quote, { ...quote, available: '4000', available_after: '3000', max_amount: '1000' })).toBe(true);
  });
  it.each([{ fee: '101' }, { arrival_amount: '899' }, { debit_amount: '1100' }, { needs_approval: true }])(
    'has changed with %j',
    (change) => expect(isSameDeal(quote, { ...quote, ...change })).toBe(false),
  );
});

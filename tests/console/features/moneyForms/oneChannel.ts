import type { Deduction } from '#shared/money/fee.ts';
import type { MoneyForm, MoneyQuote } from '#shared/contract/moneyForms.ts';

/** The form of a user whose merchant has one channel without fees and 900.00 CNY, and the quote of 50.00 CNY. */
export function oneChannel(deduction: Deduction, available_after: string): { form: MoneyForm; quote: MoneyQuote } {
  const rule = { rate_bps: 0, fixed_fee: '0', min_fee: null, max_fee: null, deduction };
  const range = { currency: 'CNY', min_amount: '100', max_amount: '100000', available: '90000' };
  const form = {
    channels: [{ id: 'channel', name: 'Bank', ...rule, ...range }],
    cards: [],
    approval_threshold: null,
  };
  const amounts = { amount: '5000', fee: '0', arrival_amount: '5000', debit_amount: '5000', available_after };
  return { form, quote: { ...rule, ...range, ...amounts, needs_approval: false, approval: null } };
}

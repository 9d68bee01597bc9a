import { describe, expect, it } from 'vitest';
import { MAX_BALANCE } from '#shared/money/maxBalance.ts';
import { NO_INSTRUCTIONS } from '#server/money/instructions.ts';
import type { Channel } from '#server/money/openChannel.ts';
import { chargeWithin, checkAgreed, checkCovered } from '#server/money/quote.ts';

const OWN = { currency: 'CNY', is_divide_hundred: 1 } as const;
const channel: Channel = {
  merchant_id: 'm',
  id: 'c',
  ...NO_INSTRUCTIONS,
  platform_channel_id: null,
  name: 'Bank',
  code: 'bank',
  type: 'payout',
  currency: 'CNY',
  deduction: 'inner',
  rate_bps: 100,
  fixed_fee: 20n,
  min_fee: null,
  max_fee: null,
  min_amount: 10n,
  max_amount: 1_000n,
  status: 'enabled',
  revision: 1,
  refund_fee: 'keep',
  created_at: new Date(0),
  updated_at: new Date(0),
};
const within = (amount: bigint, more: Partial<Channel> = {}) => chargeWithin({ ...channel, ...more }, amount, OWN);
const refusal = (field: string, key: string, args?: Record<string, string>) =>
  expect.objectContaining({ fields: { [field]: args ? { key, args } : { key } } });

describe('the charge of an order', () => {
  it('is the rate plus the fixed part, deducted from the amount or added to it', () => {
    const same = { amount: 1_000n, fee: 30n, rate_bps: 100, fixed_fee: 20n, currency: 'CNY' };
    expect(within(1_000n)).toEqual({ ...same, deduction: 'inner', arrival_amount: 970n, debit_amount: 1_000n });
    expect(within(1_000n, { deduction: 'outer' })).toEqual({
      ...same,
      deduction: 'outer',
      arrival_amount: 1_000n,
      debit_amount: 1_030n,
    });
  });

  it("respects the channel's fee limits", () => {
    expect(within(1_000n, { max_fee: 25n }).fee).toBe(25n);
    expect(within(1_000n, { min_fee: 40n }).fee).toBe(40n);
  });

  it.each([10n, 1_000n])('accepts %s, which is just within the range', (amount) => {
    expect(within(amount, { rate_bps: 0, fixed_fee: 0n }).amount).toBe(amount);
  });

  it.each([9n, 1_001n])('rejects %s, which is just outside the range', (amount) => {
    const args = { min: '0.10 CNY', max: '10.00 CNY' };
    expect(() => within(amount)).toThrow(refusal('amount', 'amount_out_of_range', args));
  });

  it("must leave an amount to pay out, and not exceed a wallet's limit", () => {
    expect(within(21n).arrival_amount).toBe(1n);
    expect(() => within(20n)).toThrow(refusal('amount', 'amount_below_fee', { fee: '0.20 CNY' }));
    const huge = { max_amount: MAX_BALANCE, deduction: 'outer', rate_bps: 0 } as const;
    expect(within(MAX_BALANCE - 20n, huge).debit_amount).toBe(MAX_BALANCE);
    expect(() => within(MAX_BALANCE - 19n, huge)).toThrow(
      refusal('amount', 'amount_with_fee_too_large', { fee: '0.20 CNY' }),
    );
  });
});

it('a debit must be covered exactly, and the error contains what is missing', () => {
  const debit = { debit_amount: 1_000n, currency: 'CNY' };
  expect(() => checkCovered(debit, 1_000n, OWN)).not.toThrow();
  expect(() => checkCovered(debit, 999n, OWN)).toThrow(
    refusal('amount', 'insufficient_balance', { missing: '0.01 CNY', available: '9.99 CNY' }),
  );
});

it('a charge must equal the agreed one, if there is one', () => {
  const charge = within(1_000n);
  for (const agreed of [
    { debit: null, arrival: null },
    { debit: 1_000n, arrival: 970n },
  ]) {
    expect(() => checkAgreed(charge, agreed)).not.toThrow();
  }
  expect(() => checkAgreed(charge, { debit: 999n, arrival: null })).toThrow(refusal('agreed_debit', 'terms_changed'));
  expect(() => checkAgreed(charge, { debit: null, arrival: 971n })).toThrow(refusal('agreed_arrival', 'terms_changed'));
});

import { describe, expect, it } from 'vitest';
import { ruleInWords } from '#console/features/moneyForms/feeRule.ts';
import { formatContext } from '#tests/support/formatContext.ts';

const FREE = {
  rate_bps: 0,
  fixed_fee: '0',
  min_fee: null,
  max_fee: null,
  deduction: 'inner',
  currency: 'CNY',
} as const;

describe('a fee rule as text', () => {
  it.each([
    [{}, 'none'],
    [{ fixed_fee: '500', deduction: 'outer' as const }, '5.00 CNY, added to amount'],
    [{ rate_bps: 50, fixed_fee: '100' }, '0.5% + 1.00 CNY, deducted from amount'],
    [{ rate_bps: 1000 }, '10%, deducted from amount'],
    [
      { rate_bps: 20, min_fee: '10', max_fee: '2500' },
      '0.2%, minimum 0.10 CNY, maximum 25.00 CNY, deducted from amount',
    ],
    [{ rate_bps: 1, min_fee: '0' }, '0.01%, deducted from amount'],
    [{ fixed_fee: '100', min_fee: '250' }, '2.50 CNY, deducted from amount'],
    [{ fixed_fee: '100', max_fee: '0' }, 'none'],
    [{ fixed_fee: '500', currency: 'JPY' }, '500 JPY, deducted from amount'],
  ])('of %j is %j', async (change, words) => {
    expect(ruleInWords({ ...FREE, ...change }, await formatContext())).toBe(words);
  });

  it("is formatted in the user's language", async () => {
    const rule = { ...FREE, rate_bps: 20, min_fee: '10' };
    expect(ruleInWords(rule, await formatContext({ language: 'zh' }))).toBe('0.2%，最低 0.10 CNY，从金额中扣除');
  });
});

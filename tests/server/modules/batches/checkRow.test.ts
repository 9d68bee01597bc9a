import { NO_INSTRUCTIONS } from '#server/money/instructions.ts';
import { describe, expect, it } from 'vitest';
import type { BatchColumn } from '#shared/contract/batchFile.ts';
import { rowOf } from '#server/modules/batches/items/makeItem.ts';
import { checkRow, type RowTerms } from '#server/modules/batches/rules/checkRow.ts';

const rules = (divided: 0 | 1 = 1): RowTerms => ({
  tenant: { currency: 'CNY', is_divide_hundred: divided },
  channel: {
    merchant_id: 'm',
    id: 'c',
    ...NO_INSTRUCTIONS,
    platform_channel_id: null,
    name: 'c',
    code: 'c',
    type: 'payout',
    status: 'enabled',
    refund_fee: 'keep',
    revision: 1,
    rate_bps: 100,
    fixed_fee: 0n,
    min_fee: null,
    max_fee: null,
    deduction: 'outer',
    currency: 'CNY',
    min_amount: 100n,
    max_amount: 1_000_000n,
    created_at: new Date(0),
    updated_at: new Date(0),
  },
});

const GOOD: Record<BatchColumn, string> = {
  payee_name: '王伟',
  card_number: '6222 0212-3456 7890',
  bank_name: '工商银行',
  branch_name: '',
  remark: '',
  amount: '1,234.50',
};

function check(change: Partial<Record<BatchColumn, string>> = {}, divided: 0 | 1 = 1) {
  const texts = { ...GOOD, ...change };
  const { problems, ...rest } = checkRow(rowOf((column) => ({ text: texts[column], flaw: null })), rules(divided)); // prettier-ignore
  const keys = Object.entries(problems).map(([column, found]) => `${column}: ${found.map(({ key }) => key).join(' ')}`);
  return { ...rest, problems: keys };
}

describe('a row of a batch', () => {
  it('that is valid costs as much as a single payout', () => {
    expect(check()).toMatchObject({ problems: [], cardNumber: '6222021234567890' });
    expect(check().charge).toMatchObject({ amount: 123_450n, fee: 1_235n });
  });

  it.each([
    ['0', 'amount_out_of_range'],
    ['0.001', 'cell_amount_too_many_decimals'],
    ['-1', 'cell_amount_negative'],
    ['1e3', 'cell_amount_not_a_number'],
    ['९9', 'cell_amount_other_digits'],
    ['1 234', 'cell_amount_not_a_number'],
    ['1.234,50', 'cell_amount_not_a_number'],
    ['1,23', 'cell_amount_not_a_number'],
    ['$100', 'cell_amount_currency'],
    ['100 JPY', 'cell_amount_currency'],
    ['100円', 'cell_amount_currency'],
    ['1万', 'cell_amount_not_a_number'],
    ['¥-5', 'cell_amount_negative'],
    ['=5', 'cell_formula'],
    ['9223372036854775808', 'cell_amount_too_large'],
    ['92233720368547758.07', 'amount_out_of_range'],
    ['0.99', 'amount_out_of_range'],
    ['', 'required'],
  ])('with the amount %j is rejected as %s', (amount, key) => {
    expect(check({ amount }).problems).toEqual([`amount: ${key}`]);
  });

  it("accepts amounts in the tenant's format", () => {
    expect(check({ amount: ' 1234 ' }).charge?.amount).toBe(123_400n);
    expect(check({ amount: '1234' }, 0).charge?.amount).toBe(1_234n);
    expect(check({ amount: '1234.5' }, 0).problems).toEqual(['amount: cell_amount_not_whole']);
  });

  it.each([
    '¥1,234.50',
    '￥1234.5',
    '１，２３４．５０',
    "'1234.50",
    '1234.50元',
    'CNY 1,234.50',
    '1234.5 RMB',
    'CN¥1234.50',
  ])('with the amount %j, as spreadsheets write it, costs 1234.50', (amount) => {
    expect(check({ amount })).toMatchObject({ problems: [], charge: { amount: 123_450n } });
  });

  it.each(["'6222021234567890", '`6222021234567890', '６２２２０２１２３４５６７８９０', '\t6222021234567890'])(
    'with the number %j, as spreadsheets keep it a text, pays that number',
    (card_number) => {
      expect(check({ card_number })).toMatchObject({ problems: [], cardNumber: '6222021234567890' });
    },
  );

  it('may have any remark, whose blanks and signs are kept', () => {
    for (const remark of ['=1+1', '  =cmd|x', '-5', "'quoted", '👩‍👧', '=\u200B'])
      expect(check({ remark }).problems).toEqual([]);
    expect(check({ remark: 'a\u202Eb' }).problems).toEqual(['remark: cell_unseen']);
  });

  it('whose characters were lost is rejected', () => {
    expect(check({ payee_name: '??', bank_name: 'B\uFFFDnco', remark: 'ok?? \uFFFD' }).problems).toEqual([
      'payee_name: cell_lost',
      'bank_name: cell_lost',
      'remark: cell_lost',
    ]);
  });

  it('gets all its problems at once', () => {
    const wrong = { payee_name: `${'x'.repeat(101)}\u202E`, card_number: '1234', bank_name: ' ', remark: 'a\u0000' };
    expect(check({ ...wrong, amount: '-3' }).problems.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'amount: cell_amount_negative',
      'bank_name: required',
      'card_number: card_number_invalid',
      'payee_name: too_long cell_unseen',
      'remark: cell_unseen',
    ]);
  });
});

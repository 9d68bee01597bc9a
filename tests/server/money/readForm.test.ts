import { expect, it } from 'vitest';
import { MAX_BALANCE } from '#shared/money/maxBalance.ts';
import { newNumber } from '#server/money/newNumber.ts';
import {
  agreedChargeIn,
  amountIn,
  cardNumberIn,
  optionalTextIn,
  signedAmountIn,
  textIn,
} from '#server/money/readForm.ts';

const refusal = (source: string, key: string) => expect.objectContaining({ fields: { [source]: { key } } });

it.each(['0', '1', '9007199254740993', MAX_BALANCE.toString()])('the amount %s is read exactly', (amount) => {
  expect(amountIn({ amount })).toBe(BigInt(amount));
  expect(signedAmountIn({ amount })).toBe(BigInt(amount));
  expect(amountIn({ other: amount }, 'other')).toBe(BigInt(amount));
});

it.each([
  ['-1', 'invalid_format'],
  ['1.5', 'invalid_format'],
  [5, 'amount_as_text'],
  [(MAX_BALANCE + 1n).toString(), 'amount_too_large'],
  ['', 'required'],
  [null, 'required'],
])('the amount %j is rejected: %s', (amount, key) => {
  expect(() => amountIn({ amount })).toThrow(refusal('amount', key));
});

it('a signed amount has the lowest possible balance as its minimum', () => {
  expect(signedAmountIn({ amount: '-1' })).toBe(-1n);
  expect(signedAmountIn({ amount: (-MAX_BALANCE).toString() })).toBe(-MAX_BALANCE);
  expect(() => signedAmountIn({ amount: (-MAX_BALANCE - 1n).toString() })).toThrow(
    refusal('amount', 'amount_too_large'),
  );
});

it('the figures shown to the user are read if there are any', () => {
  expect(agreedChargeIn({})).toEqual({ debit: null, arrival: null });
  expect(agreedChargeIn({ agreed_debit: '0', agreed_arrival: '7' })).toEqual({ debit: 0n, arrival: 7n });
  expect(() => agreedChargeIn({ agreed_debit: '-1' })).toThrow(refusal('agreed_debit', 'invalid_format'));
});

it('a text must not be blank, and a card number has groups of digits', () => {
  expect(textIn({ remark: ' a ' }, 'remark')).toBe(' a ');
  expect(optionalTextIn({ remark: '  ' }, 'remark')).toBeNull();
  expect(optionalTextIn({ remark: 5 }, 'remark')).toBeNull();
  expect(() => textIn({}, 'remark')).toThrow(refusal('remark', 'required'));
  expect(cardNumberIn({ card_number: '6222 0202-0000 1111' })).toBe('6222020200001111');
  expect(() => cardNumberIn({ card_number: '6222a' })).toThrow(refusal('card_number', 'card_number_invalid'));
});

it('a number consists of its kind, the second in UTC and eight digits', () => {
  const at = new Date('2026-11-21T09:30:00.999Z');
  const numbers = Array.from({ length: 50 }, () => newNumber('W', at));
  for (const number of numbers) expect(number).toMatch(/^W20261121093000\d{8}$/);
  expect(new Set(numbers).size).toBe(50);
});

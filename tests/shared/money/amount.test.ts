import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AmountScale, formatAmount, MAX_AMOUNT, parseAmount } from '@merchant-console/declaration';
import { scaleOf } from '../../../packages/declaration/src/money/amount.ts';

const scales = fc.constantFrom<AmountScale>(0, 2);
const amounts = fc.bigInt({ min: 0n, max: MAX_AMOUNT });

describe('an amount', () => {
  it('is parsed back from its displayed form, up to the largest that a database can hold', () => {
    fc.assert(
      fc.property(amounts, scales, (minor, scale) => {
        expect(parseAmount(formatAmount(minor, scale), scale)).toEqual({ ok: true, minor: minor.toString() });
      }),
      {
        numRuns: 1000,
        examples: [
          [MAX_AMOUNT, 2],
          [MAX_AMOUNT, 0],
          [0n, 2],
          [7_036_874_417_766_401n, 2],
        ],
      },
    );
  });

  it('is displayed with a comma before every third digit and the point before the last two', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -MAX_AMOUNT, max: MAX_AMOUNT }), (minor) => {
        const shown = formatAmount(minor, 2);
        expect(shown).toMatch(/^-?\d{1,3}(,\d{3})*\.\d\d$/);
        expect(BigInt(shown.replaceAll(/[,.]/g, ''))).toBe(minor);
        expect(formatAmount(minor.toString(), 2)).toBe(shown);
      }),
    );
  });

  it.each([
    [123456n, 2, '1,234.56'],
    [123456n, 0, '123,456'],
    [0n, 2, '0.00'],
    [0n, 0, '0'],
    [5n, 2, '0.05'],
    [-5n, 2, '-0.05'],
    [-100000n, 0, '-100,000'],
    ['-0', 2, '0.00'],
    ['007', 0, '7'],
    [7_036_874_417_766_401n, 2, '70,368,744,177,664.01'],
    [MAX_AMOUNT, 2, '92,233,720,368,547,758.07'],
  ] as const)('shows %s at scale %i as %s', (minor, scale, shown) => {
    expect(formatAmount(minor, scale)).toBe(shown);
  });

  it.each(['', '1.5', '1e3', 'abc', '+1', '１２', ' 1', '0x10'])(
    'isn’t formatted unless it is an integer: %j',
    (text) => {
      expect(() => formatAmount(text, 2)).toThrow(RangeError);
    },
  );

  it('has two decimals if the tenant’s amounts are divided by a hundred', () => {
    expect(scaleOf({ is_divide_hundred: 1 })).toBe(2);
    expect(scaleOf({ is_divide_hundred: 0 })).toBe(0);
  });
});

describe('a typed amount', () => {
  it.each([
    ['1,234.5', 2, '123450'],
    ['1234.5', 2, '123450'],
    ['  12 ', 2, '1200'],
    ['0.1', 2, '10'],
    ['5.', 2, '500'],
    ['0012', 0, '12'],
    ['0', 0, '0'],
    ['1,234,567', 0, '1234567'],
  ] as const)('%j at scale %i is %s', (typed, scale, minor) => {
    expect(parseAmount(typed, scale)).toEqual({ ok: true, minor });
  });

  const refused = [
    '',
    ' ',
    '.',
    ',',
    '.5',
    '1e3',
    '1E3',
    '0x10',
    '0b1',
    '+1',
    '--1',
    '1-',
    '- 1',
    '1.2.3',
    '1,23',
    '12,34',
    ',123',
    '1,,234',
    '1,2345',
    '0,001',
    '00,123',
    '1234,567',
    '1.234,56',
    '1 234',
    '1_000',
    '①',
    '二',
    '½',
    '1٫5',
    '−1',
    '1%',
    '¥1',
    '$1',
    '1元',
    'NaN',
    'Infinity',
    'null',
    'true',
    '1\u200b',
    '1\n2',
    '<b>1</b>',
    "1'000",
    '1，234',
  ];
  it.each(refused)('is rejected if it isn’t plain digits: %j', (typed) => {
    expect(parseAmount(typed, 2)).toEqual({ ok: false, problem: 'not_a_number' });
    expect(parseAmount(typed, 0)).toEqual({ ok: false, problem: 'not_a_number' });
  });

  it.each(['１２３', '１', '٣', '١٢', '۱۲', '१२', '１．５', '١٢٫٥', '1２', '１,234.50'])(
    'is rejected by name if it has the digits of another script: %j',
    (typed) => {
      expect(parseAmount(typed, 2)).toEqual({ ok: false, problem: 'other_digits' });
      expect(parseAmount(typed, 0)).toEqual({ ok: false, problem: 'other_digits' });
    },
  );

  it.each(['-1', '-0.01', '-.5', '-1,234.00'])('is rejected below zero: %s', (typed) => {
    expect(parseAmount(typed, 2)).toEqual({ ok: false, problem: 'negative' });
  });

  it.each([
    ['0.001', 2],
    ['1.000', 2],
    ['1.0', 0],
    ['1,234.567', 2],
  ] as const)('is rejected, not rounded, with more decimals than the currency has: %s at scale %i', (typed, scale) => {
    const problem = scale === 0 ? 'not_whole' : 'too_many_decimals';
    expect(parseAmount(typed, scale)).toEqual({ ok: false, problem });
  });

  it('is rejected from one minor unit above the largest, regardless of its length', () => {
    const refusal = { ok: false, problem: 'too_large' };
    expect(parseAmount('9223372036854775808', 0)).toEqual(refusal);
    expect(parseAmount('92,233,720,368,547,758.08', 2)).toEqual(refusal);
    expect(parseAmount('9'.repeat(1_000_000), 0)).toEqual(refusal);
    expect(parseAmount(`${'0'.repeat(1_000_000)}9`, 0)).toEqual({ ok: true, minor: '9' });
  });

  it('is never parsed as an amount with other digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789,.-+e٣１ '.split('')) }), scales, (typed, scale) => {
        const parsed = parseAmount(typed, scale);
        if (!parsed.ok) return;
        const [whole = '', fraction = ''] = typed.trim().split('.');
        expect(BigInt(parsed.minor)).toBe(BigInt(whole.replaceAll(',', '') + fraction.padEnd(scale, '0')));
      }),
      { numRuns: 5000 },
    );
  });
});

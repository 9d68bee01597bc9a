import { expect, it } from 'vitest';
import { amountInWords } from '#shared/money/amountInWords.ts';

const OWN = { currency: 'CNY', is_divide_hundred: 1 } as const;

it('an amount is exact where floats are not', () => {
  expect(amountInWords('9223372036854775807', 'CNY', OWN)).toBe('92,233,720,368,547,758.07 CNY');
});

it('an amount has the decimals of its currency, regardless of the merchant’s own currency', () => {
  expect(amountInWords(1234567n, 'JPY', OWN)).toBe('1,234,567 JPY');
});

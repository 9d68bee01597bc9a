import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDecimals, canonicalDecimal, decimalText, decimalUnits, holds } from '@merchant-console/declaration';

/** 60 digits are more than any sum of a database has. */
const units = fc.bigInt(-(10n ** 50n), 10n ** 50n);
const scales = fc.integer({ min: 0, max: 9 });

it('is the same number as text and in units', () => {
  fc.assert(
    fc.property(units, scales, (given, scale) => {
      const text = decimalText(given, scale);
      expect(decimalUnits(text, scale)).toBe(given);
      expect(canonicalDecimal(text, scale)).toBe(text);
    }),
  );
});

it('with more decimals is the same number', () => {
  fc.assert(
    fc.property(units, scales, scales, (given, scale, more) => {
      const text = decimalText(given, scale);
      expect(decimalUnits(text, scale + more)).toBe(given * 10n ** BigInt(more));
      expect(decimalUnits(`${text}${scale === 0 ? '.' : ''}000`, scale)).toBe(given);
    }),
  );
});

it('is added exactly, whatever the decimals of each', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(units, scales)), (numbers) => {
      const sum = addDecimals(numbers.map(([one, scale]) => decimalText(one, scale)));
      const exact = numbers.reduce((total, [one, scale]) => total + one * 10n ** BigInt(9 - scale), 0n);
      expect(decimalUnits(sum, 9)).toBe(exact);
    }),
  );
});

it('is compared as a number', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 18n), 10n ** 18n), fc.bigInt(-(10n ** 18n), 10n ** 18n), (one, other) => {
      const record = { a: decimalText(one, 3), b: decimalText(other, 3) };
      const fields = [
        { source: 'a', type: 'decimal' as const },
        { source: 'b', type: 'decimal' as const },
      ];
      for (const known of [fields, []]) {
        expect(holds({ field: 'a', gt: { field: 'b' } }, record, known)).toBe(one > other);
        expect(holds({ field: 'a', eq: { field: 'b' } }, record, known)).toBe(one === other);
      }
    }),
  );
});

it.each(['', '.5', '5.', '+1', '1e3', '1,000', ' 1', '0x1', '１', '1.2.3', 'NaN'])('isn’t %j', (text) => {
  expect(decimalUnits(text, 9)).toBe(null);
  expect(canonicalDecimal(text, 9)).toBe(text);
});

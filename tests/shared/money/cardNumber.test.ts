import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareCardNumber, cardNumberConcern, groupCardNumber, withCheckDigit } from '@merchant-console/declaration';

const DIGITS = Array.from('0123456789');
const digitsOf = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...DIGITS), minLength, maxLength });

/** The number with each of the ten possible check digits. */
const completions = (body: string) => DIGITS.map((digit) => body + digit);
/** True if the check digit is right. */
const isSound = (digits: string) => cardNumberConcern(digits) !== 'wrong_check_digit';

describe('the warnings about a card number', () => {
  it.each(['4111111111111111', '5500005555555559', '378282246310005', '30569309025904', '6011000990139424'])(
    'are absent for the published test number %s',
    (digits) => expect(cardNumberConcern(digits)).toBeNull(),
  );

  it('accept exactly one check digit', () => {
    fc.assert(
      fc.property(digitsOf(11, 18), (body) => {
        expect(completions(body).filter(isSound)).toHaveLength(1);
      }),
    );
  });

  it('report any single mistyped digit', () => {
    fc.assert(
      fc.property(digitsOf(11, 18), fc.nat(), fc.integer({ min: 1, max: 9 }), (body, where, by) => {
        const digits = completions(body).find(isSound) ?? '';
        const place = where % digits.length;
        const wrong = String((Number(digits[place]) + by) % 10);
        const mistyped = digits.slice(0, place) + wrong + digits.slice(place + 1);
        expect(cardNumberConcern(mistyped)).toBe('wrong_check_digit');
      }),
    );
  });

  it('report zeros behind the 15 digits that spreadsheets keep, unless they are the check digit alone', () => {
    fc.assert(
      fc.property(digitsOf(14, 14), fc.integer({ min: 1, max: 4 }), (body, zeros) => {
        const digits = completions(body)
          .map((one) => one + '0'.repeat(zeros))
          .find(isSound);
        expect(cardNumberConcern(digits ?? '')).toBe(zeros === 1 ? null : 'rounded');
      }),
    );
  });

  it('report a number of 19 digits that a floating-point number holds exactly', () => {
    // 1,024 apart at this size.
    const stored = Array.from({ length: 20 }, (_, at) =>
      String(BigInt(Number('6222021234123456789')) + BigInt(at) * 1_024n),
    );
    expect(stored.filter(isSound).map((digits) => cardNumberConcern(digits))).toContain('rounded');
    expect(cardNumberConcern(withCheckDigit('622202123412345678'))).toBeNull();
  });

  it('report two swapped neighbours, except 0 and 9, which the check digit can’t detect', () => {
    fc.assert(
      fc.property(digitsOf(11, 18), fc.nat(), (body, where) => {
        const digits = completions(body).find(isSound) ?? '';
        const place = where % (digits.length - 1);
        const [left = '', right = ''] = digits.slice(place, place + 2);
        fc.pre(left !== right && !['09', '90'].includes(left + right));
        const swapped = digits.slice(0, place) + right + left + digits.slice(place + 2);
        expect(cardNumberConcern(swapped)).toBe('wrong_check_digit');
      }),
    );
  });

  it('report only the length if it is unusual', () => {
    fc.assert(
      fc.property(fc.oneof(digitsOf(1, 11), digitsOf(20, 40)), (digits) => {
        expect(cardNumberConcern(digits)).toBe('unusual_length');
      }),
    );
  });

  it.each(['', 'abc', '4111 1111 1111 1111', '４１１１１１１１１１１１１１１１'])(
    'are absent for %j, which isn’t a number',
    (text) => expect(cardNumberConcern(text)).toBeNull(),
  );
});

describe('a card number in groups', () => {
  it('is parsed back, with the spaces or hyphens of any source', () => {
    const separators = fc.constantFrom(' ', '  ', '-', '\u00a0', '\t', '\u2009');
    fc.assert(
      fc.property(digitsOf(0, 30), separators, (digits, separator) => {
        expect(bareCardNumber(groupCardNumber(digits).replaceAll(' ', separator))).toBe(digits);
      }),
    );
  });

  it.each([
    ['', ''],
    ['6222', '6222'],
    ['62220', '6222 0'],
    ['6222021234567890', '6222 0212 3456 7890'],
  ])('%j is %j', (digits, grouped) => expect(groupCardNumber(digits)).toBe(grouped));
});

export const CARD_NUMBER_CONCERNS = ['unusual_length', 'wrong_check_digit', 'rounded'] as const;

/** Reasons why a card number looks mistyped. They never reject it, because bank account numbers follow neither rule. */
export type CardNumberConcern = (typeof CARD_NUMBER_CONCERNS)[number];

/** Lengths of card numbers according to ISO/IEC 7812, without those that aren't issued. */
const SHORTEST_CARD = 12;
const LONGEST_CARD = 19;

/** Separators in pasted numbers. */
const SEPARATORS = /[\s-]+/g;

/** Removes the separators of a typed or pasted number. Other non-digits stay. */
export function bareCardNumber(typed: string): string {
  return typed.replace(SEPARATORS, '');
}

/** 8 to 30 digits, with or without separators. Shorter numbers aren't cards, longer ones aren't account numbers either. */
export const CARD_NUMBER = /^[\s-]*(?:[0-9][\s-]*){8,30}$/;

/** True if a number, with or without separators, is possible at all. See {@link cardNumberConcern} for unusual ones. */
export function isCardNumber(typed: string): boolean {
  return CARD_NUMBER.test(typed);
}

/** Groups digits in fours, as on a card: `62220212345` → `6222 0212 345`. */
export function groupCardNumber(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, '$1 ');
}

/**
 * Returns why a card number looks mistyped, or null if it doesn't. Forms, batches and the gateway all use this check:
 * forms warn below the input, batches at the cell until the number is accepted, the gateway in its response. Returns
 * null for text that isn't digits, because {@link isCardNumber} rejects it.
 *
 * @param digits without separators, see {@link bareCardNumber}
 */
export function cardNumberConcern(digits: string): CardNumberConcern | null {
  if (!/^[0-9]+$/.test(digits)) return null;
  // Only card numbers, which have 12 to 19 digits, carry a check digit.
  if (digits.length < SHORTEST_CARD || digits.length > LONGEST_CARD) return 'unusual_length';
  if (luhnSum(digits) % 10 !== 0) return 'wrong_check_digit';
  return isRounded(digits) ? 'rounded' : null;
}

/** Digits of a number that spreadsheets keep. */
const KEPT_DIGITS = 15;

/**
 * True if a number looks as if a program had stored it as a number: with zeros behind the 15 digits that spreadsheets
 * keep, or, of 19 digits, as one of the few in a thousand that a floating-point number holds exactly. Of 16 digits the
 * last one is the check digit, so that it would rarely be 0 and valid.
 */
function isRounded(digits: string): boolean {
  const lost = digits.slice(KEPT_DIGITS);
  if (lost.length > 1 && /^0+$/.test(lost)) return true;
  return digits.length === LONGEST_CARD && BigInt(Number(digits)) === BigInt(digits);
}

/** Appends the check digit of ISO/IEC 7812, which test numbers need. */
export function withCheckDigit(digits: string): string {
  return digits + String((10 - (luhnSum(`${digits}0`) % 10)) % 10);
}

/** ISO/IEC 7812, annex B: doubles every second digit from the right and sums the digits of the products. */
function luhnSum(digits: string): number {
  return Array.from(digits).reduceRight((total, digit, place) => {
    const isDoubled = (digits.length - place) % 2 === 0;
    const value = isDoubled ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
}

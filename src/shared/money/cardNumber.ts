/** Why a card number looks mistyped. Account numbers of banks follow neither rule: a concern never refuses. */
export type CardNumberConcern = 'unusual_length' | 'wrong_check_digit';

/** Lengths that card numbers have by ISO/IEC 7812, leaving out what nobody issues. */
const SHORTEST_CARD = 12;
const LONGEST_CARD = 19;

/** What separates the digits of a number that was pasted. */
const SEPARATORS = /[\s-]+/g;

/** A number as typed or pasted, in groups or not, without what separates them. Anything else that is no digit stays. */
export function bareCardNumber(typed: string): string {
  return typed.replace(SEPARATORS, '');
}

/** Fewer digits are no card, more are no account number either. */
const CARD_NUMBER = /^[0-9]{8,30}$/;

/** Whether a number, in groups or not, can be one at all; see {@link cardNumberConcerns} for what is only unusual. */
export function isCardNumber(typed: string): boolean {
  return CARD_NUMBER.test(bareCardNumber(typed));
}

/** In groups of four, as it is on a card: `62220212345` → `6222 0212 345`. */
export function groupCardNumber(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, '$1 ');
}

/**
 * What is worth a second look at a card number, to be told but not to be held against it. Nothing of what is empty or
 * is no digits at all: that is an error, and not this function's to find.
 *
 * @param digits bare, see {@link bareCardNumber}
 */
export function cardNumberConcerns(digits: string): readonly CardNumberConcern[] {
  if (!/^[0-9]+$/.test(digits)) return [];
  // A number of another length is no card's, and so has no check digit.
  if (digits.length < SHORTEST_CARD || digits.length > LONGEST_CARD) return ['unusual_length'];
  return luhnSum(digits) % 10 === 0 ? [] : ['wrong_check_digit'];
}

/** The digits with the check digit behind them that ISO/IEC 7812 asks for, as test numbers need one. */
export function withCheckDigit(digits: string): string {
  return digits + String((10 - (luhnSum(`${digits}0`) % 10)) % 10);
}

/** ISO/IEC 7812, annex B: every second digit from the right doubled, digits of the products summed. */
function luhnSum(digits: string): number {
  return Array.from(digits).reduceRight((total, digit, place) => {
    const isDoubled = (digits.length - place) % 2 === 0;
    const value = isDoubled ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
}

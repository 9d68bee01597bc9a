export const CARD_NUMBER_CONCERNS = ['unusual_length', 'wrong_check_digit'] as const;

/** Why a card number looks mistyped. Account numbers of banks follow neither rule: a concern never refuses. */
export type CardNumberConcern = (typeof CARD_NUMBER_CONCERNS)[number];

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

/** Whether a number, in groups or not, can be one at all; see {@link cardNumberConcern} for what is only unusual. */
export function isCardNumber(typed: string): boolean {
  return CARD_NUMBER.test(bareCardNumber(typed));
}

/** In groups of four, as it is on a card: `62220212345` → `6222 0212 345`. */
export function groupCardNumber(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, '$1 ');
}

/**
 * Returns why a card number looks mistyped, or null if it doesn't. Forms, batches and the gateway warn by this one check:
 * forms below the input, batches at the cell until the number is accepted, the gateway in its answer. Text that isn't
 * digits gives null, because {@link isCardNumber} rejects it.
 *
 * @param digits bare, see {@link bareCardNumber}
 */
export function cardNumberConcern(digits: string): CardNumberConcern | null {
  if (!/^[0-9]+$/.test(digits)) return null;
  // Only card numbers, which have 12 to 19 digits, carry a check digit.
  if (digits.length < SHORTEST_CARD || digits.length > LONGEST_CARD) return 'unusual_length';
  return luhnSum(digits) % 10 === 0 ? null : 'wrong_check_digit';
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

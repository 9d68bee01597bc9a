/** Number of decimals of a displayed amount: 2 if amounts are stored in hundredths, otherwise 0. */
export type AmountScale = 0 | 2;

/** 2^63 - 1, the largest amount that a database bigint holds. */
export const MAX_AMOUNT = 9_223_372_036_854_775_807n;

/**
 * Minor units as sent by programs: digits without leading zeros, spaces or separators, with a minus sign if negative.
 */
const MINOR_UNITS = /^(0|-?[1-9][0-9]{0,18})$/;

/** Parses minor units as sent by programs, or returns null. Used by all forms, requests, quotes and the gateway. */
export function readMinorUnits(text: string): bigint | null {
  return MINOR_UNITS.test(text) ? BigInt(text) : null;
}

/** Scale of the tenant's own currency. For any other, see `scaleOfCurrency`. */
export function scaleOf(currencyData: { is_divide_hundred: 0 | 1 }): AmountScale {
  return currencyData.is_divide_hundred === 1 ? 2 : 0;
}

/**
 * Formats minor units: `"123456"` at scale 2 → `"1,234.56"`, at scale 0 → `"123,456"`. Works on the digits, because a
 * float would be wrong from 70,368,744,177,664.01 on.
 *
 * @param minor whole minor units, as bigint or serialised digits
 * @throws {RangeError} if `minor` isn't a whole number in decimal digits
 */
export function formatAmount(minor: bigint | string, scale: number): string {
  const text = minor.toString();
  if (!/^-?[0-9]+$/.test(text)) throw new RangeError(`not an amount in minor units: ${JSON.stringify(text)}`);
  const sign = /^-0*[1-9]/.test(text) ? '-' : '';
  const digits = text.replace('-', '').padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale).replace(/^0+(?=\d)/, '');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = scale === 0 ? '' : `.${digits.slice(-scale)}`;
  return `${sign}${grouped}${fraction}`;
}

/**
 * Reasons to reject a typed amount. Each has a message `amount.<reason>`. `not_whole`: it has decimals, of which the
 * scale allows none. `other_digits`: it has digits of another script, such as `１２` or `١٢`.
 */
export type AmountProblem =
  'not_a_number' | 'other_digits' | 'negative' | 'too_many_decimals' | 'not_whole' | 'too_large';

/** Longest accepted input, in digits. Longer input is rejected before parsing, because parsing n digits is O(n²). */
const MAX_DIGITS = MAX_AMOUNT.toString().length;

/** A decimal digit of another script: named, because users don't see what is wrong with it. */
const OTHER_DIGITS = /(?![0-9])\p{Nd}/u;

export type ParsedAmount = { ok: true; minor: string } | { ok: false; problem: AmountProblem };

/**
 * Parses a typed amount (`1,234.5`) to minor units (`"123450"` at scale 2) by moving the decimal point in the text.
 * Commas are only allowed between groups of three, and the first group must begin with 1 to 9, because `0,001` is a
 * decimal comma. Never rounds: excess decimals, exponents, signs and other scripts' digits are rejected.
 */
export function parseAmount(typed: string, scale: number): ParsedAmount {
  const text = typed.trim();
  if (/^-(\d|\.)/.test(text)) return { ok: false, problem: 'negative' };
  const match = /^(\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/.exec(text);
  if (!match) return { ok: false, problem: OTHER_DIGITS.test(text) ? 'other_digits' : 'not_a_number' };
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > scale) return { ok: false, problem: scale === 0 ? 'not_whole' : 'too_many_decimals' };
  const digits = (whole.replaceAll(',', '') + fraction.padEnd(scale, '0')).replace(/^0+(?=\d)/, '');
  if (digits.length > MAX_DIGITS || BigInt(digits) > MAX_AMOUNT) return { ok: false, problem: 'too_large' };
  return { ok: true, minor: digits };
}

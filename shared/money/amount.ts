/** How many decimals of a shown amount are stored minor units: 2 when amounts are in hundredths, else 0. */
export type AmountScale = 0 | 2;

/** 2^63 - 1, the largest amount that a database bigint holds. */
export const MAX_AMOUNT = 9_223_372_036_854_775_807n;

/**
 * The largest amount that can be asked for, and the most that a wallet may hold, frozen money included: 18 digits. Two of
 * them fit into a bigint nine times over, so no sum of a balance and an amount overflows.
 */
export const MAX_BALANCE = 999_999_999_999_999_999n;

/** Minor units as programs send them: digits without leading zeros, blanks or separators, with a minus sign if negative. */
const MINOR_UNITS = /^(0|-?[1-9][0-9]{0,18})$/;

/** Reads minor units as programs send them, or returns null. The one parser of forms, requests, quotes and the gateway. */
export function readMinorUnits(text: string): bigint | null {
  return MINOR_UNITS.test(text) ? BigInt(text) : null;
}

export function scaleOf(currencyData: { is_divide_hundred: 0 | 1 }): AmountScale {
  return currencyData.is_divide_hundred === 1 ? 2 : 0;
}

/**
 * Shows minor units as people write them: `"123456"` at scale 2 → `"1,234.56"`, at scale 0 → `"123,456"`.
 * Works on the digits themselves, because a float is first wrong at 70,368,744,177,664.01.
 *
 * @param minor whole minor units, as bigint or as the wire's digits
 * @throws RangeError when `minor` is not a whole number in decimal digits
 */
export function formatAmount(minor: bigint | string, scale: AmountScale): string {
  const text = minor.toString();
  if (!/^-?[0-9]+$/.test(text)) throw new RangeError(`not an amount in minor units: ${JSON.stringify(text)}`);
  const sign = /^-0*[1-9]/.test(text) ? '-' : '';
  const digits = text.replace('-', '').padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale).replace(/^0+(?=\d)/, '');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = scale === 0 ? '' : `.${digits.slice(-scale)}`;
  return `${sign}${grouped}${fraction}`;
}

/** Why a typed amount is refused; the console has a message for each under `amount.<reason>`. */
export type AmountProblem = 'not_a_number' | 'negative' | 'too_many_decimals' | 'too_large';

/** Digits of {@link MAX_AMOUNT}: more than these are refused unread, since reading n digits takes n² steps. */
const MAX_DIGITS = MAX_AMOUNT.toString().length;

export type ParsedAmount = { ok: true; minor: string } | { ok: false; problem: AmountProblem };

/**
 * Reads what a person typed (`1,234.5`) into minor units (`"123450"` at scale 2) by moving the point in the text.
 * Commas may stand only between groups of three, the first of which begins with 1 to 9, because `0,001` is a decimal
 * comma. Nothing is ever rounded: more decimals than the currency has, exponents, signs, other scripts' digits are refused.
 */
export function parseAmount(typed: string, scale: AmountScale): ParsedAmount {
  const text = typed.trim();
  if (/^-(\d|\.)/.test(text)) return { ok: false, problem: 'negative' };
  const match = /^(\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/.exec(text);
  if (!match) return { ok: false, problem: 'not_a_number' };
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > scale) return { ok: false, problem: 'too_many_decimals' };
  const digits = (whole.replaceAll(',', '') + fraction.padEnd(scale, '0')).replace(/^0+(?=\d)/, '');
  if (digits.length > MAX_DIGITS || BigInt(digits) > MAX_AMOUNT) return { ok: false, problem: 'too_large' };
  return { ok: true, minor: digits };
}

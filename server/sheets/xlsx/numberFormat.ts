import type { SheetCell } from '../Sheet.ts';

/** Significant digits of a number in a spreadsheet. */
const KEPT_DIGITS = 15;

/** How a style displays numbers. */
export interface NumberFormat {
  /** False if it displays something else than the number, such as a date or a percentage. */
  isPlain: boolean;
  /** Minimum digits before the point; missing ones are displayed as zeros. */
  minDigits: number;
  /** Maximum digits after the point; null if they aren't limited. */
  maxDecimals: number | null;
  /** Currency displayed with the number, or ''. */
  currency: string;
  /** What is displayed instead of the number, if that is certain. */
  shows?: 'moment' | 'percent';
}

const GENERAL: NumberFormat = { isPlain: true, minDigits: 1, maxDecimals: null, currency: '' };

const NOT_PLAIN: NumberFormat = { ...GENERAL, isPlain: false };

/** Excel's built-in formats that display plain numbers (ECMA-376 18.8.30). All others are percentages, dates and times. */
const BUILT_IN: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  // 5 to 8 and 41 to 44 display the currency of the program's own settings, which the file doesn't contain.
  5: '#,##0',
  6: '#,##0',
  7: '#,##0.00',
  8: '#,##0.00',
  11: '0.00E+00',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '#,##0',
  43: '#,##0.00',
  44: '#,##0.00',
  48: '##0.0E+0',
  49: '@',
};

/** Excel's built-in formats of days and percentages: 14 to 17 and 22, 27 to 31 and 50 to 58 in East Asia. */
const MOMENTS: ReadonlySet<number> = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
const PERCENTAGES: ReadonlySet<number> = new Set([9, 10]);

export function builtInFormat(id: number): NumberFormat {
  const code = BUILT_IN[id];
  if (MOMENTS.has(id)) return { ...NOT_PLAIN, shows: 'moment' };
  if (PERCENTAGES.has(id)) return { ...NOT_PLAIN, shows: 'percent' };
  return code === undefined ? NOT_PLAIN : parseFormat(code);
}

/** A format whose letters are only those of a day, with or without a time, or whose only sign is one for percent. */
function notPlain(code: string): NumberFormat {
  const signs = firstSection(code)
    .filter(([token, quoted, escaped]) => quoted === undefined && escaped === undefined && !/^[[_*]/.test(token))
    .map(([token]) => token.toLowerCase())
    .join('');
  if (/^[0#.,]*%$/.test(signs)) return { ...NOT_PLAIN, shows: 'percent' };
  const isMoment = /^(?:[ymdhs]|am\/pm|[-/.:,\s年月日時时分秒]|0)+$/u.test(signs) && /[yd]/.test(signs);
  return isMoment ? { ...NOT_PLAIN, shows: 'moment' } : NOT_PLAIN;
}

/** A part of a format code: literal text, spacing, something in brackets, or any other character. */
const TOKEN = /"([^"]*)"|\\(.)|[_*].|\[([^\]]*)\]|General|E[+-]|[\s\S]/giu;

/** Currencies in a literal. Other words, such as 万, change what the number means. */
const CURRENCY = /^(?:\p{Sc}|[A-Z]{2}\p{Sc}|[A-Z]{3}|元|圆|円|人民币)$/u;

const PUNCTUATION = /[\s()+\-:,.'_]/g;

/**
 * Parses the format code of positive numbers. Only digits, separators and currencies are plain; any other character,
 * such as the letters of dates, isn't.
 */
export function parseFormat(code: string): NumberFormat {
  let literal = '';
  let digits = '';
  let isGeneral = false;
  let isScientific = false;
  for (const [token, quoted, escaped, bracketed] of firstSection(code)) {
    if (quoted !== undefined || escaped !== undefined) literal += quoted ?? escaped ?? '';
    else if (bracketed !== undefined) {
      // Elapsed hours, and formats that depend on the number.
      if (/^(?:[hms]+|[<>=].*)$/i.test(bracketed)) return NOT_PLAIN;
      literal += /^\$([^-]*)/.exec(bracketed)?.[1] ?? '';
    } else if (/^[_*]/.test(token)) continue;
    else if (/^[0#?.,]$/.test(token)) digits += token;
    else if (/^general$/i.test(token) || token === '@') isGeneral = true;
    else if (/^E[+-]$/i.test(token)) isScientific = true;
    else if (/[\s$€£¥()+-]/u.test(token)) literal += token;
    else return notPlain(code);
  }
  const currency = literal.replaceAll(PUNCTUATION, '');
  if (currency !== '' && !CURRENCY.test(currency)) return NOT_PLAIN;
  if (isGeneral || isScientific) return { ...GENERAL, currency };
  const [whole = '', fraction = '', more] = digits.split('.');
  // A comma behind the digits divides by 1,000.
  const isScaled = whole.endsWith(',') || fraction.endsWith(',');
  if (digits === '' || isScaled || more !== undefined) return NOT_PLAIN;
  const minDigits = whole.replaceAll(/[^0]/g, '').length;
  return { isPlain: true, minDigits, maxDecimals: fraction.length, currency };
}

/** The tokens up to the first semicolon outside of literals. */
function firstSection(code: string): RegExpMatchArray[] {
  const tokens = [...code.matchAll(TOKEN)];
  const end = tokens.findIndex(([token]) => token === ';');
  return end < 0 ? tokens : tokens.slice(0, end);
}

/** How the style with an index displays numbers. An unknown one may be a date. */
export function formatAt(formats: readonly NumberFormat[], index: number): NumberFormat {
  return formats[index] ?? (index === 0 ? GENERAL : NOT_PLAIN);
}

/**
 * A number as displayed in its cell. Spreadsheets store 12.35 as 12.350000000000001, so it is rounded to 15 digits. A
 * number with more digits has lost the rest. A number with more decimals than it displays isn't what the author saw.
 */
export function numberText(stored: string, { isPlain, shows, ...format }: NumberFormat): SheetCell {
  const { minDigits, maxDecimals, currency } = format;
  const value = Number(stored);
  if (!isPlain) return { text: stored, flaw: 'not_plain', ...(shows && shownAs(shows, value)) };
  if (stored.trim() === '' || !Number.isFinite(value)) return { text: stored, flaw: 'cell_error' };
  if (Math.abs(value) >= 10 ** KEPT_DIGITS) return { text: stored, flaw: 'digits_lost' };
  const [digits = '', exponent] = value.toPrecision(KEPT_DIGITS).split('e');
  if (exponent !== undefined) return { text: stored, flaw: null };
  const [whole = '', fraction = ''] = digits.split('.');
  const decimals = fraction.replace(/0+$/, '');
  if (maxDecimals !== null && decimals.length > maxDecimals) return { text: stored, flaw: 'not_plain' };
  const sign = whole.startsWith('-') ? '-' : '';
  const padded = whole.replace('-', '').padStart(minDigits, '0');
  return { text: `${currency}${sign}${padded}${decimals && `.${decimals}`}`, flaw: null };
}

/** Excel's day 0. Its calendar has a day that didn't exist before day 61, so earlier ones aren't certain. */
const DAY_0 = Date.UTC(1899, 11, 30);
const FIRST_DAY = 61;
const LAST_DAY = 2_958_465;
const DAY_SECONDS = 86_400;

function shownAs(shows: 'moment' | 'percent', value: number): Pick<SheetCell, 'shown'> {
  if (!Number.isFinite(value)) return {};
  // 0.029 × 100 is 2.9000000000000004 in binary.
  if (shows === 'percent') return { shown: `${Number((value * 100).toPrecision(KEPT_DIGITS - 1))}%` };
  if (value < FIRST_DAY || value > LAST_DAY) return {};
  const text = new Date(DAY_0 + Math.round(value * DAY_SECONDS) * 1_000).toISOString();
  return { shown: Number.isInteger(value) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ') };
}

import type { SheetCell } from '../Sheet.ts';

/** Digits that a spreadsheet keeps of a number. */
const KEPT_DIGITS = 15;

/**
 * A number as people see it in its cell. Spreadsheets store 12.35 as 12.350000000000001: the first 15 digits are what
 * was typed, and what needs more has lost the rest.
 */
export function numberText(stored: string): SheetCell {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return { text: stored, flaw: 'cell_error' };
  if (Math.abs(value) >= 10 ** KEPT_DIGITS) return { text: stored, flaw: 'digits_lost' };
  const [digits = '', exponent] = value.toPrecision(KEPT_DIGITS).split('e');
  if (exponent !== undefined) return { text: stored, flaw: null };
  const text = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  return { text, flaw: null };
}

/**
 * Spreadsheets run a cell of a CSV that begins so as a formula, also behind blanks, which they cut off
 * (owasp.org/www-community/attacks/CSV_Injection). The wide forms are what Japanese input methods write.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** A number that we write ourselves: never taken for a text that could be a formula. */
export interface NumberCell {
  kind: 'number';
  /** As a CSV has it: `-1234.50`, `2.50%`. */
  text: string;
  /** The number itself in decimal digits, `0.0250` for 2.50 %. */
  value: string;
  /** How a spreadsheet shows it. */
  format: 'whole' | 'hundredths' | 'percent';
}

/** A day or a moment as the clocks of the tenant show it: `2026-11-21`, `2026-11-21 15:04:05`. */
export interface TimeCell {
  kind: 'time';
  text: string;
}

/** One cell of an exported table. A text is a text whatever it looks like; '' is an empty cell. */
export type Cell = string | NumberCell | TimeCell;

/** Rows that are written one after the other. */
export interface RowBatch {
  kind: 'header' | 'data' | 'total';
  rows: Cell[][];
}

/** A text that no spreadsheet takes for a formula: a dangerous one gets an apostrophe in front. */
export function inertText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/**
 * Spreadsheets run a cell of a CSV that begins so as a formula, also behind blanks, which they cut off
 * (owasp.org/www-community/attacks/CSV_Injection). The wide forms are what Japanese input methods write.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** A text that no spreadsheet takes for a formula: a dangerous one gets an apostrophe in front. */
export function inertText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

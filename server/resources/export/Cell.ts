import type { CurrencyData, Field, FieldOf, Resource, Words } from '@merchant-console/declaration';
/**
 * Cells of a CSV that spreadsheets execute as a formula, even after blanks
 * (owasp.org/www-community/attacks/CSV_Injection). The full-width characters are produced by Japanese input methods.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** A number formatted by the server, never treated as a possible formula. */
export interface NumberCell {
  kind: 'number';
  /** Text for CSV: `-1234.50`, `2.50%`. */
  text: string;
  /** Decimal value, such as `0.0250` for 2.50 %. */
  value: string;
  /** Number format in a spreadsheet. */
  format: 'whole' | 'hundredths' | 'percent' | `decimals${number}`;
}

/** A day or time in the tenant's time zone: `2026-11-21`, `2026-11-21 15:04:05`. */
export interface TimeCell {
  kind: 'time';
  text: string;
}

/** A cell of an exported table. A string is always text; '' is an empty cell. */
export type Cell = string | NumberCell | TimeCell;

/** Rows written together. */
export interface RowBatch {
  kind: 'header' | 'data' | 'total';
  rows: Cell[][];
}

/** The text, with an apostrophe in front if a spreadsheet could execute it as a formula. */
export function inertText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Settings that cells depend on, besides the record. */
export interface ExportContext {
  words: Words;
  /** Currency and time zone of the tenant. */
  currencyData: CurrencyData;
  /** Formats a time in the tenant's time zone: `2026-11-21 15:04:05`. */
  showTime(instant: Date): string;
  /** Finds a resource that the caller may see. */
  findResource(name: string): Resource | undefined;
  /** Name of a referenced record; undefined if there is none or the caller may not see it. */
  referenceName(reference: string, id: string): string | undefined;
}

/** A column of the file. */
export type Column =
  | {
      kind: 'money';
      header: string;
      field: FieldOf<'money'>;
      /** The currency of all amounts; null if a column of kind `currency` names it per row. */
      currency: string | null;
    }
  | { kind: 'currency'; header: string; source: string }
  | { kind: 'value'; header: string; field: Exclude<Field, FieldOf<'money'>> };

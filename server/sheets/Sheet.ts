import type { SheetChoices, SheetReading } from '#shared/contract/sheets.ts';
import { ValidationError } from '#server/errors.ts';

/**
 * Why a cell's value isn't reliable: a formula, which is never evaluated; a number whose digits the spreadsheet has
 * lost; a number that is displayed as something else, such as a date; an error such as #REF!. In a CSV also: the row has
 * more cells than columns; the amount seems to continue in the next cell; its comma may separate thousands or decimals.
 */
export const CELL_FLAWS = [
  'formula',
  'digits_lost',
  'not_plain',
  'cell_error',
  'extra_cells',
  'split_amount',
  'ambiguous_amount',
] as const;
export type CellFlaw = (typeof CELL_FLAWS)[number];

export interface SheetCell {
  text: string;
  flaw: CellFlaw | null;
  /** What a number that is displayed as a day, a time or a percentage means: `2026-03-08`, `2026-03-08 15:04:05`, `2.5%`. */
  shown?: string | undefined;
}

export interface SheetRow {
  /** Row number in the spreadsheet, from 1. */
  line: number;
  cells: readonly SheetCell[];
}

/** Columns by their accepted names, normalised by `plainName`. */
export type ColumnNames = ReadonlyMap<string, string>;

/** The table that a file should contain. */
export interface SoughtTable {
  columns: ColumnNames;
  /** Columns that its header must have. */
  required: readonly string[];
  /** Column of amounts, which unquoted or ambiguous commas may have changed; null for any column. */
  amounts: string | null;
  /** Columns that describe a row to the user. */
  described: readonly string[];
  /** True to read all columns, also those of other names, below the first row if none has a known name. */
  readsAll: boolean;
  /** Maximum rows without the header. */
  maxRows: number;
  /** Characters read of a cell: more than any column accepts. */
  cellLength: number;
}

/** The choices of the user who uploads the file. */
export interface ReadOptions {
  table: SoughtTable;
  sheet?: string | undefined;
  hiddenRows?: NonNullable<SheetReading['hidden_rows']>['choice'] | undefined;
  encoding?: SheetReading['encoding'] | undefined;
}

/** The rows of a file with the header first, or what must be chosen before it can be read. */
export type ReadFile = { rows: SheetRow[]; reading: SheetReading } | { choices: SheetChoices };

/** How a file was read of which nothing was left out. */
export const ALL_READ: SheetReading = {
  sheet: null,
  other_sheets: [],
  hidden_rows: null,
  hidden_columns: [],
  rows_above: 0,
  encoding: null,
};

export const EMPTY_CELL: SheetCell = { text: '', flaw: null };

/** The error for an unreadable file; the text is `errors.<key>`. */
export function unreadable(key: string, args: Record<string, string | number> = {}): ValidationError {
  return new ValidationError({ file: { key, args } });
}

/** Normalises a column name: ignores case, width, spaces, underscores and the mark of required columns. */
export function plainName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_*:]+/g, '');
}

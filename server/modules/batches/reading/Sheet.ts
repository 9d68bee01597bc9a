import { ValidationError } from '#server/errors.ts';

/**
 * What keeps a cell from being taken for what it shows: a formula, which is never evaluated; a number of which the
 * spreadsheet has lost digits; a number that is shown as a date or percentage; an error such as #REF!.
 */
export type CellFlaw = 'formula' | 'digits_lost' | 'not_plain' | 'cell_error';

export interface SheetCell {
  text: string;
  flaw: CellFlaw | null;
}

export interface SheetRow {
  /** As the spreadsheet counts: the first is 1. */
  line: number;
  cells: readonly SheetCell[];
}

export const EMPTY_CELL: SheetCell = { text: '', flaw: null };

/** Rows of one file, its header left out. */
export const MAX_ROWS = 10_000;
/** Rows that are looked at, the blank ones included. */
export const MAX_LINES = 100_000;
/** Cells of a row that are looked at; columns behind them are none of ours. */
export const MAX_COLUMNS = 64;
/** Characters of a cell: what a spreadsheet holds. */
export const MAX_CELL = 32_767;

/** Why a file as a whole cannot be read; the text is `errors.<key>`. */
export function unreadable(key: string, args: Record<string, string | number> = {}): ValidationError {
  return new ValidationError({ file: { key, args } });
}

/** Keeps what is written in a table: rows that have anything in them, up to the limit. */
export class RowCollector {
  readonly rows: SheetRow[] = [];

  /** @throws ValidationError on `file` for a row or cell too many */
  add(line: number, cells: readonly SheetCell[]): void {
    if (line > MAX_LINES) throw unreadable('batch_too_many_rows', { max: MAX_ROWS });
    for (const { text } of cells) if (text.length > MAX_CELL) throw unreadable('batch_cell_too_large', { line });
    if (cells.every(({ text, flaw }) => flaw === null && text.trim() === '')) return;
    this.rows.push({ line, cells });
    // One more is the header.
    if (this.rows.length > MAX_ROWS + 1) throw unreadable('batch_too_many_rows', { max: MAX_ROWS });
  }
}

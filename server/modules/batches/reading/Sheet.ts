import { ValidationError } from '#server/errors.ts';

/**
 * Why a cell's value isn't reliable: a formula, which is never evaluated; a number whose digits the spreadsheet has
 * lost; a number displayed as a date or percentage; an error such as #REF!.
 */
export type CellFlaw = 'formula' | 'digits_lost' | 'not_plain' | 'cell_error';

export interface SheetCell {
  text: string;
  flaw: CellFlaw | null;
}

export interface SheetRow {
  /** Row number in the spreadsheet, from 1. */
  line: number;
  cells: readonly SheetCell[];
}

export const EMPTY_CELL: SheetCell = { text: '', flaw: null };

/** Maximum rows of a file, without the header. */
const MAX_ROWS = 10_000;
/** Maximum lines read, including blank ones. */
const MAX_LINES = 100_000;
/** Maximum columns of a spreadsheet. */
export const MAX_COLUMNS = 16_384;
/** Maximum known columns per row. The six columns may be repeated here; that is reported later by name. */
const MAX_KNOWN = 64;
/** Maximum characters of a cell in a spreadsheet. */
export const MAX_CELL = 32_767;
/** Characters read of a cell. Texts this long are invalid in every column, and fewer characters are stored. */
const KEPT_OF_CELL = 2_001;
/** Characters read of a file: twice those of 10,000 rows of maximum length. */
const MAX_KEPT = 16_000_000;

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

/** Collects the nonblank rows of a table, reduced to the known columns. */
export class RowCollector {
  readonly rows: SheetRow[] = [];
  readonly #columns: ReadonlySet<string>;
  /** Positions of the known columns, or null before the header. */
  #places: readonly number[] | null = null;
  #kept = 0;

  /** @param columns accepted column names, normalised by `plainName` */
  constructor(columns: ReadonlySet<string>) {
    this.#columns = columns;
  }

  /** True if the column's cells are read; always before the header. */
  isKnown(place: number): boolean {
    return this.#places?.includes(place) ?? true;
  }

  /** @throws {ValidationError} on `file` if there are too many rows or too much text */
  add(line: number, cells: readonly (SheetCell | undefined)[]): void {
    if (line > MAX_LINES) throw unreadable('batch_too_many_rows', { max: MAX_ROWS });
    if (cells.every(isBlank)) return;
    this.#places ??= this.#placesIn(cells);
    const kept = this.#places.map((place) => shortened(cells[place] ?? EMPTY_CELL));
    const isHeader = this.rows.length === 0;
    if (!isHeader && kept.every(isBlank)) return;
    this.rows.push({ line, cells: kept });
    // One more for the header.
    if (this.rows.length > MAX_ROWS + 1) throw unreadable('batch_too_many_rows', { max: MAX_ROWS });
    for (const { text } of kept) this.#kept += text.length;
    if (this.#kept > MAX_KEPT) throw unreadable('batch_too_heavy');
  }

  #placesIn(header: readonly (SheetCell | undefined)[]): number[] {
    const isKnown = (place: number) => this.#columns.has(plainName(header[place]?.text ?? ''));
    return [...header.keys()].filter(isKnown).slice(0, MAX_KNOWN);
  }
}

/** @throws {ValidationError} on `file` if the text is longer than any spreadsheet allows */
export function assertCellSize(line: number, text: string): void {
  if (text.length > MAX_CELL) throw unreadable('batch_cell_too_large', { line });
}

function isBlank(cell: SheetCell | undefined): boolean {
  return cell === undefined || (cell.flaw === null && cell.text.trim() === '');
}

function shortened({ text, flaw }: SheetCell): SheetCell {
  return { text: text.trim().slice(0, KEPT_OF_CELL), flaw };
}

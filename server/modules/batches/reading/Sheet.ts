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
/** Columns of a spreadsheet. */
export const MAX_COLUMNS = 16_384;
/** Known columns of one row: each of the six may be there twice, which is refused later, by name. */
const MAX_KNOWN = 64;
/** Characters of a cell: what a spreadsheet holds. */
export const MAX_CELL = 32_767;
/** Characters kept of a cell. Texts this long are wrong in every column; what is stored of them is shorter. */
export const KEPT_OF_CELL = 2_001;
/** Characters kept of a file: twice what 10,000 rows have whose cells are all as long as they may be. */
const MAX_KEPT = 16_000_000;

/** Why a file as a whole cannot be read; the text is `errors.<key>`. */
export function unreadable(key: string, args: Record<string, string | number> = {}): ValidationError {
  return new ValidationError({ file: { key, args } });
}

/** Makes names of columns comparable: case, width, blanks, underscores and the mark of required columns don't count. */
export function plainName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_*:]+/g, '');
}

/** Collects the rows of a table that say something in columns that are known by their heads. */
export class RowCollector {
  readonly rows: SheetRow[] = [];
  readonly #columns: ReadonlySet<string>;
  /** Places of the known columns, once the header has been seen. */
  #places: readonly number[] | null = null;
  #kept = 0;

  /** @param columns what the columns may be called, as `plainName` gives it */
  constructor(columns: ReadonlySet<string>) {
    this.#columns = columns;
  }

  /** True for a column whose cells are looked at; before the header has been seen all are. */
  isKnown(place: number): boolean {
    return this.#places?.includes(place) ?? true;
  }

  /** @throws ValidationError on `file` for a row, or for more text, than a file may have */
  add(line: number, cells: readonly (SheetCell | undefined)[]): void {
    if (line > MAX_LINES) throw unreadable('batch_too_many_rows', { max: MAX_ROWS });
    if (cells.every(isBlank)) return;
    this.#places ??= this.#placesIn(cells);
    const kept = this.#places.map((place) => shortened(cells[place] ?? EMPTY_CELL));
    const isHeader = this.rows.length === 0;
    if (!isHeader && kept.every(isBlank)) return;
    this.rows.push({ line, cells: kept });
    // One more is the header.
    if (this.rows.length > MAX_ROWS + 1) throw unreadable('batch_too_many_rows', { max: MAX_ROWS });
    for (const { text } of kept) this.#kept += text.length;
    if (this.#kept > MAX_KEPT) throw unreadable('batch_too_heavy');
  }

  #placesIn(header: readonly (SheetCell | undefined)[]): number[] {
    const isKnown = (place: number) => this.#columns.has(plainName(header[place]?.text ?? ''));
    return [...header.keys()].filter(isKnown).slice(0, MAX_KNOWN);
  }
}

/** @throws ValidationError on `file` for a text that no spreadsheet holds */
export function assertCellSize(line: number, text: string): void {
  if (text.length > MAX_CELL) throw unreadable('batch_cell_too_large', { line });
}

function isBlank(cell: SheetCell | undefined): boolean {
  return cell === undefined || (cell.flaw === null && cell.text.trim() === '');
}

function shortened({ text, flaw }: SheetCell): SheetCell {
  return { text: text.trim().slice(0, KEPT_OF_CELL), flaw };
}

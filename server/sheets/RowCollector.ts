import { EMPTY_CELL, plainName, type SheetCell, type SheetRow, type SoughtTable, unreadable } from './Sheet.ts';

/** Maximum columns of a spreadsheet. */
export const MAX_COLUMNS = 16_384;
/** Maximum characters of a cell in a spreadsheet. */
export const MAX_CELL = 32_767;
/** Rows with text among which the header is searched. Titles and notes above it rarely have more than five. */
const MAX_ROWS_TO_HEADER = 20;
/** Maximum columns that are read per row. A payout's six may be repeated here; that is reported later by name. */
const MAX_KNOWN = 64;
/** Characters read per row on average: twice those of a payout of maximum length. */
const KEPT_OF_ROW = 1_600;
/** Characters of a row that an error quotes. */
const QUOTED = 60;

type Cells = readonly (SheetCell | undefined)[];

interface NumberedRow {
  line: number;
  cells: Cells;
  isHidden: boolean;
}

/** The row with the column names. */
interface Header {
  /** Positions of the known columns. */
  places: readonly number[];
  /** The columns at these positions; '' for one without a known name. */
  columns: readonly string[];
  /** Number of cells, including empty ones. */
  width: number;
  /** True if all required columns are there. */
  isComplete: boolean;
}

/**
 * Collects the nonblank rows of a table, reduced to the known columns. The header is the first of the top rows that has
 * all required columns, or otherwise the one with the most.
 */
export class RowCollector {
  /** The rows below the header. */
  readonly rows: (SheetRow & { isHidden: boolean })[] = [];
  header: Header | null = null;
  /** The header's row number and names. */
  headerRow: SheetRow | null = null;
  /** Number of nonblank rows above the header. */
  rowsAbove = 0;
  readonly #table: SoughtTable;
  /** The first rows, until one of them is the header. */
  #top: NumberedRow[] = [];
  #isHopeless = false;
  #kept = 0;

  constructor(table: SoughtTable) {
    this.#table = table;
  }

  /** True if no header was found in the top rows, so that further rows are ignored. */
  get isHopeless(): boolean {
    return this.#isHopeless;
  }

  /** True if all rows so far are blank. */
  get isEmpty(): boolean {
    return this.headerRow === null && this.#top.length === 0;
  }

  /** True if the column's cells are read; always before the header. */
  isKnown(place: number): boolean {
    return this.header?.places.includes(place) ?? true;
  }

  /** @throws {ValidationError} on `file` if there are too many rows or too much text */
  add(line: number, cells: Cells, isHidden = false): void {
    if (this.#isHopeless || cells.every(isBlank)) return;
    const row = { line, cells, isHidden };
    if (this.header) return this.#take(this.header, row);
    this.#top.push(row);
    const header = this.#headerIn(row);
    if (header.isComplete) this.#begin(header, this.#top.length - 1);
    else if (this.#top.length === MAX_ROWS_TO_HEADER) this.end();
  }

  /** Must be called after the last row: chooses the header if no row has all required columns. */
  end(): void {
    if (this.header) return;
    const headers = this.#top.map((row) => this.#headerIn(row));
    const counts = headers.map(({ columns }) => new Set(columns.filter(Boolean)).size);
    const most = Math.max(0, ...counts);
    const best = headers[counts.indexOf(most)];
    if (!best || (most === 0 && !this.#table.readsAll)) this.#isHopeless = true;
    else this.#begin(best, counts.indexOf(most));
  }

  /** The header and the rows below it. @throws {ValidationError} on `file` if no row has known column names */
  table(sheet: string | null = null): SheetRow[] {
    if (this.headerRow) return [this.headerRow, ...this.rows.map(({ line, cells }) => ({ line, cells }))];
    const [first] = this.#top;
    if (!first) throw unreadable('batch_no_rows');
    const found = first.cells
      .map((cell) => cell?.text.trim() ?? '')
      .filter(Boolean)
      .join(', ');
    const args = { line: first.line, found: found.slice(0, QUOTED), max: MAX_ROWS_TO_HEADER };
    throw sheet === null
      ? unreadable('batch_header_missing', args)
      : unreadable('batch_header_missing_in', { ...args, sheet });
  }

  #begin(header: Header, at: number): void {
    const [row, ...below] = this.#top.slice(at);
    this.header = header;
    this.rowsAbove = at;
    if (row) this.headerRow = { line: row.line, cells: this.#reduced(header, row) };
    this.#top = [];
    for (const one of below) this.#take(header, one);
  }

  #take(header: Header, { line, cells, isHidden }: NumberedRow): void {
    const kept = this.#reduced(header, { cells });
    if (kept.every(isBlank)) return;
    this.rows.push({ line, cells: kept, isHidden });
    const { maxRows } = this.#table;
    if (this.rows.length > maxRows) throw unreadable('batch_too_many_rows', { max: maxRows });
  }

  #reduced({ places }: Header, { cells }: Pick<NumberedRow, 'cells'>): SheetCell[] {
    const kept = places.map((place) => shortened(cells[place] ?? EMPTY_CELL, this.#table.cellLength));
    for (const { text } of kept) this.#kept += text.length;
    if (this.#kept > KEPT_OF_ROW * this.#table.maxRows) throw unreadable('batch_too_heavy');
    return kept;
  }

  #headerIn({ cells }: NumberedRow): Header {
    const known = [...cells.entries()]
      .flatMap(([place, cell]) => {
        const column = this.#table.columns.get(plainName(cell?.text ?? '')) ?? '';
        const isRead = column !== '' || (this.#table.readsAll && !isBlank(cell));
        return isRead ? [{ place, column }] : [];
      })
      .slice(0, MAX_KNOWN);
    const columns = known.map(({ column }) => column);
    const { required } = this.#table;
    const isComplete = required.length > 0 && required.every((column) => columns.includes(column));
    return { places: known.map(({ place }) => place), columns, width: cells.length, isComplete };
  }
}

/** @throws {ValidationError} on `file` if the text is longer than any spreadsheet allows */
export function assertCellSize(line: number, text: string): void {
  if (text.length > MAX_CELL) throw unreadable('batch_cell_too_large', { line });
}

function isBlank(cell: SheetCell | undefined): boolean {
  return cell === undefined || (cell.flaw === null && cell.text.trim() === '');
}

/** Long texts are cut after their blanks; all others are kept as they are, because a remark may begin with blanks. */
function shortened({ text, ...cell }: SheetCell, most: number): SheetCell {
  return { ...cell, text: text.length > most ? text.trim().slice(0, most) : text };
}

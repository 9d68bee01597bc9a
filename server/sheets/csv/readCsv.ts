import { CsvError, type InfoField } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { assertCellSize, MAX_CELL, MAX_COLUMNS, RowCollector } from '../RowCollector.ts';
import { type CellFlaw, type SheetCell, type SheetRow, type SoughtTable, unreadable } from '../Sheet.ts';
import { delimiterOf } from './delimiterOf.ts';

/** Maximum lines read, including blank ones, as a multiple of the rows that are allowed. */
const LINES_OF_ROW = 10;

/** A long number as Excel displays and then saves it in a CSV: `6.22202E+18`. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d{2,}$/i;

/** A text as Excel reads it without changing it: `="0012"`. */
const LITERAL = /^="((?:[^"]|"")*)"$/;

/** `1,234` in a file whose decimals follow a comma: one thousand or a little more than one. */
const ONE_COMMA = /^\D{0,4}[1-9]\d{0,2},\d{3}\D{0,4}$/;

const DECIMAL_COMMA = /^\D{0,4}\d+(?:\.\d{3})*,\d{1,2}\D{0,4}$/;

/** An amount's thousands, and what follows their comma in the next cell if nothing quotes the amount. */
const THOUSANDS = /^\D{0,4}[1-9]\d{0,2}$/;
const AFTER_COMMA = /^\d{3}(?:\.\d{1,2})?\D{0,4}$/;
const THREE_DIGITS = /^\d{3}$/;

interface CsvTable {
  /** The header first. */
  rows: SheetRow[];
  rowsAbove: number;
}

/**
 * Reads a CSV (RFC 4180). Applies the limits while reading, and keeps only what `RowCollector` keeps. Amounts that an
 * unquoted or ambiguous comma may have changed get a flaw.
 * @throws {ValidationError} on `file` if it can't be read
 */
export function readCsv(text: string, table: SoughtTable): CsvTable {
  const { delimiter, start } = delimiterOf(text, table.columns);
  const collector = new RowCollector(table);
  const commas = new CommaFlaws(collector, table);
  let line = 1;
  const checked = (cell: string, { index }: InfoField) => {
    if (index >= MAX_COLUMNS) throw unreadable('batch_too_many_columns', { line, max: MAX_COLUMNS });
    assertCellSize(line, cell);
    return cell;
  };
  const take = (record: string[]) => {
    if (line > table.maxRows * LINES_OF_ROW) throw unreadable('batch_too_many_rows', { max: table.maxRows });
    commas.watch(line, record);
    collector.add(line, record.map(cellOf));
    line += 1;
    return null;
  };
  try {
    parse(text.slice(start), {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: MAX_CELL * 8,
      cast: checked,
      on_record: take,
    });
  } catch (error) {
    if (error instanceof CsvError) throw unreadable('batch_csv_broken', { line });
    throw error;
  }
  collector.end();
  return { rows: commas.flagged(collector.table(), delimiter), rowsAbove: collector.rowsAbove };
}

/** Finds amounts that a comma may have changed. */
class CommaFlaws {
  readonly #collector: RowCollector;
  readonly #byLine = new Map<number, CellFlaw>();
  /** Rows whose next cell has three digits without decimals, as the codes of a department have. */
  readonly #codeLike = new Set<number>();
  #hasCodes = false;
  #hasDecimalCommas = false;
  readonly #amounts: string | null;

  constructor(collector: RowCollector, { amounts }: SoughtTable) {
    this.#collector = collector;
    this.#amounts = amounts;
  }

  /** Looks at all cells of a record, of which the collector keeps only the known ones. */
  watch(line: number, record: readonly string[]): void {
    const { header } = this.#collector;
    if (!header) return;
    const isLonger = record.slice(header.width).some((text) => text.trim() !== '');
    if (this.#amounts === null) {
      if (isLonger) this.#byLine.set(line, 'extra_cells');
      this.#hasDecimalCommas ||= record.some((text) => DECIMAL_COMMA.test(text.trim()));
      return;
    }
    const place = header.places[header.columns.indexOf(this.#amounts)];
    if (place === undefined) return;
    const [amount = '', next = ''] = record.slice(place, place + 2).map((text) => text.trim());
    if (DECIMAL_COMMA.test(amount)) this.#hasDecimalCommas = true;
    if (isLonger) this.#byLine.set(line, 'extra_cells');
    else if (THOUSANDS.test(amount) && AFTER_COMMA.test(next)) {
      this.#byLine.set(line, 'split_amount');
      if (THREE_DIGITS.test(next)) this.#codeLike.add(line);
    } else if (/\d/.test(amount) && THREE_DIGITS.test(next)) this.#hasCodes = true;
  }

  /** The table with flaws at the amounts. In a table whose amounts aren't known, a row with more cells has one at the first. */
  flagged(table: SheetRow[], delimiter: string): SheetRow[] {
    const at = this.#amounts === null ? 0 : (this.#collector.header?.columns.indexOf(this.#amounts) ?? -1);
    const isAmbiguous = delimiter === ';' || this.#hasDecimalCommas;
    const flawOf = (line: number, { text, flaw }: SheetCell, place: number): CellFlaw | null => {
      const isSpared = place !== at || (this.#hasCodes && this.#codeLike.has(line));
      const found = isSpared ? null : this.#byLine.get(line);
      return found ?? flaw ?? (isAmbiguous && ONE_COMMA.test(text.trim()) ? 'ambiguous_amount' : null);
    };
    return table.map(({ line, cells }) => ({
      line,
      cells: cells.map((cell, place) =>
        place === at || this.#amounts === null ? { ...cell, flaw: flawOf(line, cell, place) } : cell,
      ),
    }));
  }
}

/** A formula in a CSV is a text like any other: `checkRow` rejects it where it can't be one. */
function cellOf(text: string): SheetCell {
  const trimmed = text.trim();
  const literal = LITERAL.exec(trimmed)?.[1];
  if (literal !== undefined) return { text: literal.replaceAll('""', '"'), flaw: null };
  return { text, flaw: ROUNDED.test(trimmed) ? 'digits_lost' : null };
}

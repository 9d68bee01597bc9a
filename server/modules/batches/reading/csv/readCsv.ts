import { CsvError, type InfoField } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { assertCellSize, MAX_CELL, MAX_COLUMNS, MAX_ROWS, RowCollector } from '../RowCollector.ts';
import { type CellFlaw, type ColumnNames, type SheetCell, type SheetRow, unreadable } from '../Sheet.ts';
import { delimiterOf } from './delimiterOf.ts';

/** Maximum lines read, including blank ones. */
const MAX_LINES = 100_000;

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
export function readCsv(text: string, names: ColumnNames): CsvTable {
  const { delimiter, start } = delimiterOf(text, names);
  const collector = new RowCollector(names);
  const commas = new CommaFlaws(collector);
  let line = 1;
  const checked = (cell: string, { index }: InfoField) => {
    if (index >= MAX_COLUMNS) throw unreadable('batch_too_many_columns', { line, max: MAX_COLUMNS });
    assertCellSize(line, cell);
    return cell;
  };
  const take = (record: string[]) => {
    if (line > MAX_LINES) throw unreadable('batch_too_many_rows', { max: MAX_ROWS });
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

  constructor(collector: RowCollector) {
    this.#collector = collector;
  }

  /** Looks at all cells of a record, of which the collector keeps only the known ones. */
  watch(line: number, record: readonly string[]): void {
    const { header } = this.#collector;
    const place = header?.places[header.columns.indexOf('amount')];
    if (!header || place === undefined) return;
    const [amount = '', next = ''] = record.slice(place, place + 2).map((text) => text.trim());
    if (DECIMAL_COMMA.test(amount)) this.#hasDecimalCommas = true;
    if (record.slice(header.width).some((text) => text.trim() !== '')) this.#byLine.set(line, 'extra_cells');
    else if (THOUSANDS.test(amount) && AFTER_COMMA.test(next)) {
      this.#byLine.set(line, 'split_amount');
      if (THREE_DIGITS.test(next)) this.#codeLike.add(line);
    } else if (/\d/.test(amount) && THREE_DIGITS.test(next)) this.#hasCodes = true;
  }

  /** The table with flaws at the amounts. */
  flagged(table: SheetRow[], delimiter: string): SheetRow[] {
    const at = this.#collector.header?.columns.indexOf('amount') ?? -1;
    const isAmbiguous = delimiter === ';' || this.#hasDecimalCommas;
    const flawOf = (line: number, { text, flaw }: SheetCell): CellFlaw | null => {
      const found = this.#hasCodes && this.#codeLike.has(line) ? null : this.#byLine.get(line);
      return found ?? flaw ?? (isAmbiguous && ONE_COMMA.test(text.trim()) ? 'ambiguous_amount' : null);
    };
    return table.map(({ line, cells }) => ({
      line,
      cells: cells.map((cell, place) => (place === at ? { ...cell, flaw: flawOf(line, cell) } : cell)),
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

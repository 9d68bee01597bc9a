import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { MAX_CELL, MAX_COLUMNS, RowCollector, unreadable, type SheetCell, type SheetRow } from './Sheet.ts';

/** Characters handed on at once, so that a large file holds nobody up. */
const PIECE = 65_536;
const DELIMITERS = [',', ';', '\t'] as const;
/** A long number as Excel shows it, and then writes it into a CSV: `6.22202E+18`. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d{2,}$/i;

/**
 * The rows of a CSV (RFC 4180), delimited as its first line is: by commas, semicolons or tabs.
 * @throws ValidationError on `file`
 */
export async function readCsv(text: string): Promise<SheetRow[]> {
  const parser = parse({
    ...{ delimiter: delimiterOf(text), bom: true, relax_column_count: true, skip_empty_lines: false },
    max_record_size: MAX_CELL * 8,
  });
  const collector = new RowCollector();
  let line = 0;
  try {
    const records: AsyncIterable<string[]> = Readable.from(pieces(text)).pipe(parser);
    for await (const record of records) {
      line += 1;
      collector.add(line, record.slice(0, MAX_COLUMNS).map(cellOf));
    }
  } catch (error) {
    if (error instanceof CsvError) throw unreadable('batch_csv_broken', { line: line + 1 });
    throw error;
  }
  return collector.rows;
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

function delimiterOf(text: string): string {
  const first = text.slice(0, 4_096).split(/\r|\n/, 1)[0] ?? '';
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.reduce<string>((best, next) => (count(next) > count(best) ? next : best), ',');
}

function cellOf(text: string): SheetCell {
  if (text.trimStart().startsWith('=')) return { text, flaw: 'formula' };
  return { text, flaw: ROUNDED.test(text.trim()) ? 'digits_lost' : null };
}

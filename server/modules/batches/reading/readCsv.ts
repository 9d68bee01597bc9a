import { CsvError, type InfoField } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import {
  assertCellSize,
  MAX_CELL,
  MAX_COLUMNS,
  RowCollector,
  unreadable,
  type SheetCell,
  type SheetRow,
} from './Sheet.ts';

/** Of the characters outside ASCII, how many must be common Chinese ones before a text passes for GB18030. */
const COMMON_SHARE = 2 / 3;

const DELIMITERS = [',', ';', '\t'] as const;

/** A long number as Excel shows it, and then writes it into a CSV: `6.22202E+18`. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d{2,}$/i;

/**
 * The rows of a CSV (RFC 4180), delimited as its first line is: by commas, semicolons or tabs. Limits are applied while
 * it is read: no record is kept but those that `RowCollector` keeps.
 * @param columns what the columns may be called that are kept, as `plainName` gives it
 * @throws ValidationError on `file`
 */
export function readCsv(text: string, columns: ReadonlySet<string>): SheetRow[] {
  const collector = new RowCollector(columns);
  let line = 1;
  const checked = (cell: string, { index }: InfoField) => {
    if (index >= MAX_COLUMNS) throw unreadable('batch_too_many_columns', { line, max: MAX_COLUMNS });
    assertCellSize(line, cell);
    return cell;
  };
  const take = (record: string[]) => {
    collector.add(line, record.map(cellOf));
    line += 1;
    return null;
  };
  try {
    parse(text, {
      delimiter: delimiterOf(text),
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
  return collector.rows;
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

/**
 * The text of a CSV: UTF-8 with or without a mark, UTF-16 with one (Excel's "Unicode text"), else GB18030, which Chinese
 * Excel writes. Most other 8-bit texts are valid GB18030 by accident and would become wrong names: so one that is not
 * mostly of common Chinese characters is refused.
 *
 * @throws ValidationError on `file`
 */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded('utf-16be', bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (!looksLikeChinese(bytes)) throw unreadable('batch_encoding');
    return decoded('gb18030', bytes);
  }
}

function decoded(encoding: string, bytes: Buffer): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw unreadable('batch_encoding');
  }
}

/** Common characters (GB 2312) have both bytes from A1 on; letters with accents stand between plain ASCII ones. */
function looksLikeChinese(bytes: Buffer): boolean {
  let common = 0;
  let others = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    at += 1;
    const second = bytes[at] ?? 0;
    if (first >= 0xa1 && first <= 0xf7 && second >= 0xa1) common += 1;
    else others += 1;
  }
  return common >= (common + others) * COMMON_SHARE;
}

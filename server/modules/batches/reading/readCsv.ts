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

/** Minimum share of common Chinese characters among the non-ASCII ones for GB18030. */
const COMMON_SHARE = 2 / 3;

const DELIMITERS = [',', ';', '\t'] as const;

/** A long number as Excel displays and then saves it in a CSV: `6.22202E+18`. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d{2,}$/i;

/**
 * Reads a CSV (RFC 4180) with the separator of its first line: comma, semicolon or tab. Applies the limits while
 * reading, and keeps only what `RowCollector` keeps.
 * @param columns accepted column names, normalised by `plainName`
 * @throws {ValidationError} on `file` if it can't be read
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
 * Decodes a CSV: UTF-8 with or without BOM, UTF-16 with BOM (Excel's "Unicode text"), otherwise GB18030, which Chinese
 * Excel writes. Most other 8-bit texts are accidentally valid GB18030 and would become wrong names, so a text without
 * mostly common Chinese characters is rejected.
 *
 * @throws {ValidationError} on `file` if the encoding isn't recognised
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

/** Common characters (GB 2312) have two bytes from A1 on. Accented letters stand between ASCII ones. */
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

import { stringify } from 'csv-stringify/sync';
import { type Cell, type RowBatch, inertText } from './Cell.ts';

/** Without it Excel assumes the local 8-bit encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * CSV by RFC 4180: CRLF, minimal quoting, UTF-8 with byte order mark.
 *
 * Numeric IDs are written as they are. Excel rounds long ones, but a tab or `="…"` that prevents it would become part
 * of the value for other programs. Use XLSX for Excel.
 */
export async function* csvBytes(batches: AsyncIterable<RowBatch>): AsyncGenerator<Buffer, void, undefined> {
  let mark = BYTE_ORDER_MARK;
  for await (const { rows } of batches) {
    yield Buffer.from(mark + csvText(rows));
    mark = '';
  }
}

function csvText(rows: Cell[][]): string {
  // An empty line would not count as a row.
  const onlyOne = rows[0]?.length === 1;
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? inertText(cell) : cell.text))),
    // `quote_record_delimiter`: otherwise a lone CR or LF wouldn't be quoted and would break the row.
    { record_delimiter: '\r\n', quoted_empty: onlyOne, quote_record_delimiter: true },
  );
}

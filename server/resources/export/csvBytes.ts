import { stringify } from 'csv-stringify/sync';
import { type Cell, type RowBatch, inertText } from './Cell.ts';

/** Excel takes a file without it for the local 8-bit encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * RFC 4180: CRLF, quotes only where they are needed, UTF-8 with a byte order mark.
 *
 * Ids of digits stand as they are. Excel shows long ones rounded, but a tab or `="…"` that would stop it becomes part of
 * the value for every program that reads the file; the XLSX is for Excel.
 */
export async function* csvBytes(batches: AsyncIterable<RowBatch>): AsyncGenerator<Buffer, void, undefined> {
  let mark = BYTE_ORDER_MARK;
  for await (const { rows } of batches) {
    yield Buffer.from(mark + csvText(rows));
    mark = '';
  }
}

function csvText(rows: Cell[][]): string {
  // An empty line would be no row at all.
  const onlyOne = rows[0]?.length === 1;
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? inertText(cell) : cell.text))),
    // Without the last option a lone CR or LF would go unquoted, and break its row in two.
    { record_delimiter: '\r\n', quoted_empty: onlyOne, quote_record_delimiter: true },
  );
}

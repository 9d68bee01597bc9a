import type { SheetReading } from '#shared/contract/sheets.ts';
import { decodeText } from './csv/decodeText.ts';
import { readCsv } from './csv/readCsv.ts';
import { ALL_READ, type ReadFile, type ReadOptions, unreadable } from './Sheet.ts';

const ZIP = '504b0304';
/** Signature of Excel files before 2007 and of encrypted ones of any version. */
const COMPOUND = 'd0cf11e0a1b11ae1';
/** The part of a compound file that contains encrypted data. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
/** Characters that never occur in a real table, so a file with them has another format. */
// oxlint-disable-next-line no-control-regex -- it matches control characters
const BINARY = /[\u0000-\u0008\u000E-\u001A]/;
const SNIFFED = 8_192;

/** Formats that programs save under the name of a spreadsheet, by how their text begins. */
const DISGUISED: readonly [start: RegExp, key: string][] = [
  [
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body|table|meta|style|div)\b/i,
    'batch_html',
  ],
  [/^\s*MIME-Version:/i, 'batch_html'],
  [/^\s*<(?:\?xml|[a-z]+:?workbook)\b/i, 'batch_xml'],
];

/**
 * Reads the rows of an uploaded table without blank ones, header first. Detects the format by content, because clients
 * control names and media types. Takes seconds for the worst files, so call it in a worker.
 * @throws {ValidationError} on `file` if it can't be read; says why
 */
export async function readSheet(bytes: Buffer, options: ReadOptions): Promise<ReadFile> {
  if (bytes.length === 0) throw unreadable('file_empty');
  const start = bytes.subarray(0, 8).toString('hex');
  if (start.startsWith(ZIP)) {
    // Loaded only when needed, because each file is read in a new worker.
    const { readXlsx } = await import('./xlsx/readXlsx.ts');
    return readXlsx(bytes, options);
  }
  if (start === COMPOUND) throw unreadable(bytes.includes(ENCRYPTED) ? 'batch_encrypted' : 'batch_old_excel');
  if (start.startsWith('25504446')) throw unreadable('batch_file_type');
  refuseDisguised(bytes);
  const decoded = decodeText(bytes, options.table.columns, options.encoding ?? undefined);
  if ('encodings' in decoded) return { choices: { sheets: [], encodings: decoded.encodings } };
  if (BINARY.test(decoded.text.slice(0, SNIFFED))) {
    throw unreadable(isWideWithoutMark(bytes) ? 'batch_encoding' : 'batch_file_type');
  }
  const { rows, rowsAbove } = readCsv(decoded.text, options.table);
  const reading: SheetReading = { ...ALL_READ, rows_above: rowsAbove, encoding: decoded.chosen };
  return { rows, reading };
}

/** @throws {ValidationError} on `file` if it is a web page or an XML spreadsheet, whatever its name */
function refuseDisguised(bytes: Buffer): void {
  const head = bytes.subarray(0, SNIFFED);
  const isWide = head[0] === 0xff || head[0] === 0xfe;
  const text = head.toString('latin1').replaceAll(isWide ? /[\0\u00FE\u00FF]/g : /^\u00EF\u00BB\u00BF/g, '');
  const found = DISGUISED.find(([begin]) => begin.test(text));
  if (found) throw unreadable(found[1]);
}

/** UTF-16 or UTF-32 without a byte order mark: every digit and comma has bytes of 0. */
function isWideWithoutMark(bytes: Buffer): boolean {
  const head = bytes.subarray(0, SNIFFED);
  return head.filter((byte) => byte === 0).length > head.length / 4;
}

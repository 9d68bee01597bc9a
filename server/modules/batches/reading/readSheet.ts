import { decodeText, readCsv } from './readCsv.ts';
import { unreadable, type SheetRow } from './Sheet.ts';
import { readXlsx } from './xlsx/readXlsx.ts';

const ZIP = '504b0304';
/** Excel's files of before 2007, and encrypted ones of any year. */
const COMPOUND = 'd0cf11e0a1b11ae1';
/** Names the part of a compound file that holds an encrypted one. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
/** Characters that no table written by people has: what has them is another kind of file. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const BINARY = /[\u0000-\u0008\u000E-\u001A]/;
const SNIFFED = 8_192;

/**
 * The rows of an uploaded table, the header first, blank ones left out. What kind of file it is says its content: names
 * and media types are whatever the sender likes. Takes seconds for the worst files: call it in a worker.
 * @param columns what the columns may be called that are kept, as `plainName` gives it
 * @throws ValidationError on `file` that says what is wrong with it
 */
export async function readSheet(bytes: Buffer, columns: ReadonlySet<string>): Promise<SheetRow[]> {
  if (bytes.length === 0) throw unreadable('file_empty');
  const start = bytes.subarray(0, 8).toString('hex');
  if (start.startsWith(ZIP)) return readXlsx(bytes, columns);
  if (start === COMPOUND) throw unreadable(bytes.includes(ENCRYPTED) ? 'batch_encrypted' : 'batch_old_excel');
  if (start.startsWith('25504446')) throw unreadable('batch_file_type');
  const text = decodeText(bytes);
  if (BINARY.test(text.slice(0, SNIFFED))) throw unreadable('batch_file_type');
  return readCsv(text, columns);
}

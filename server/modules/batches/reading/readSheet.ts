import { decodeText, readCsv } from './readCsv.ts';
import { unreadable, type SheetRow } from './Sheet.ts';

const ZIP = '504b0304';
/** Signature of Excel files before 2007 and of encrypted ones of any version. */
const COMPOUND = 'd0cf11e0a1b11ae1';
/** The part of a compound file that contains encrypted data. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
/** Characters that never occur in a real table, so a file with them has another format. */
// oxlint-disable-next-line no-control-regex -- it matches control characters
const BINARY = /[\u0000-\u0008\u000E-\u001A]/;
const SNIFFED = 8_192;

/**
 * Reads the rows of an uploaded table without blank ones, header first. Detects the format by content, because clients
 * control names and media types. Takes seconds for the worst files, so call it in a worker.
 * @param columns accepted column names, normalised by `plainName`
 * @throws {ValidationError} on `file` if it can't be read; says why
 */
export async function readSheet(bytes: Buffer, columns: ReadonlySet<string>): Promise<SheetRow[]> {
  if (bytes.length === 0) throw unreadable('file_empty');
  const start = bytes.subarray(0, 8).toString('hex');
  if (start.startsWith(ZIP)) {
    // Loaded only when needed, because each file is read in a new worker.
    const { readXlsx } = await import('./xlsx/readXlsx.ts');
    return readXlsx(bytes, columns);
  }
  if (start === COMPOUND) throw unreadable(bytes.includes(ENCRYPTED) ? 'batch_encrypted' : 'batch_old_excel');
  if (start.startsWith('25504446')) throw unreadable('batch_file_type');
  const text = decodeText(bytes);
  if (BINARY.test(text.slice(0, SNIFFED))) throw unreadable('batch_file_type');
  return readCsv(text, columns);
}

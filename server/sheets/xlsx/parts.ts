import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { unreadable } from '../Sheet.ts';

/** Typical workbooks have a few dozen parts. */
const MAX_ENTRIES = 1_000;
/** Maximum total bytes of all read parts, counted while inflating, because declared sizes may be wrong. */
const MAX_INFLATED = 48 * 1_048_576;
/** Sheets inflate ten to forty times; a higher ratio is a ZIP bomb. */
const MAX_RATIO = 150;
/** Small parts may consist of one repeated character. */
const RATIO_FROM = 1_048_576;

/** Parts of a workbook by name, ignoring case as the format does. */
export interface Parts {
  has(name: string): boolean;
  /** Inflates a part. @throws {ValidationError} on `file` if it is too large or broken */
  read(name: string): AsyncGenerator<Uint8Array, void, undefined>;
}

/** @throws {ValidationError} on `file` if it isn't a valid ZIP, has too many parts, or is encrypted */
export async function openParts(bytes: Buffer): Promise<Parts> {
  const zip = await opened(bytes);
  if (zip.entryCount > MAX_ENTRIES) throw unreadable('batch_xlsx_too_large');
  const entries = await directoryOf(zip);
  let inflated = 0;
  return {
    has: (name) => entries.has(keyOf(name)),
    async *read(name) {
      const entry = entries.get(keyOf(name));
      if (!entry) throw unreadable('batch_xlsx_broken');
      if (entry.isEncrypted()) throw unreadable('batch_encrypted');
      let size = 0;
      for await (const piece of streamOf(zip, entry)) {
        size += piece.length;
        inflated += piece.length;
        const isBomb = size > RATIO_FROM && size > entry.compressedSize * MAX_RATIO;
        if (isBomb || inflated > MAX_INFLATED) throw unreadable('batch_xlsx_too_large');
        yield piece;
      }
    },
  };
}

const keyOf = (name: string) => name.replace(/^\//, '').toLowerCase();

function opened(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) reject(unreadable('batch_xlsx_broken'));
      else resolve(zip);
    });
  });
}

/** Rejects duplicate names, because programs differ in which of the parts they display. */
function directoryOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      const key = keyOf(entry.fileName);
      if (entries.has(key)) return reject(unreadable('batch_xlsx_broken'));
      entries.set(key, entry);
      return zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', () => reject(unreadable('batch_xlsx_broken')));
    zip.readEntry();
  });
}

async function* streamOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer, void, undefined> {
  try {
    const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
      zip.openReadStream(entry, (error, readable) => (error ? reject(error) : resolve(readable)));
    });
    yield* stream;
  } catch {
    // Wrong sizes or checksums, or data that can't be inflated.
    throw unreadable('batch_xlsx_broken');
  }
}

import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { unreadable } from '../Sheet.ts';

/** A workbook has a few dozen parts. */
const MAX_ENTRIES = 1_000;
/** Bytes of all parts that are read, counted as they come out: what a file says of its sizes is not believed. */
const MAX_INFLATED = 48 * 1_048_576;
/** Sheets come out ten to forty times as large; what exceeds this is made to. */
const MAX_RATIO = 150;
/** Small parts may be all of one character. */
const RATIO_FROM = 1_048_576;

/** Parts of a workbook by name. */
export interface Parts {
  has(name: string): boolean;
  /**
   * The bytes of a part as they are unpacked.
   * @throws ValidationError on `file` when there come too many, or the part is broken
   */
  read(name: string): AsyncGenerator<Uint8Array, void, undefined>;
}

/** @throws ValidationError on `file` for a file that is no sound ZIP, has too many parts, or is encrypted */
export async function openParts(bytes: Buffer): Promise<Parts> {
  const zip = await opened(bytes);
  if (zip.entryCount > MAX_ENTRIES) throw unreadable('batch_xlsx_too_large');
  const entries = await directoryOf(zip);
  let inflated = 0;
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
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

function opened(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) reject(unreadable('batch_xlsx_broken'));
      else resolve(zip);
    });
  });
}

/** Of two parts with one name nobody can say which one other programs show: such a file is refused. */
function directoryOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName)) return reject(unreadable('batch_xlsx_broken'));
      entries.set(entry.fileName, entry);
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
    // Sizes or checksums that are not true, or nothing that can be unpacked.
    throw unreadable('batch_xlsx_broken');
  }
}

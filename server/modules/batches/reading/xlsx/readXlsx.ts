import path from 'node:path';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { type SheetRow, unreadable } from '../Sheet.ts';
import { attributeOf, readXml, RichText } from './readXml.ts';
import { readWorksheet } from './worksheet.ts';

/** Literal parts of a number format: quoted, escaped, colours and conditions. */
const LITERAL = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g;

/** A file of payments has 60,000 cells; strings of its other sheets are included. */
const MAX_STRINGS = 1_000_000;

const WORKBOOK = 'xl/workbook.xml';

const RELATIONSHIPS = 'xl/_rels/workbook.xml.rels';

const STRINGS = 'xl/sharedStrings.xml';

const STYLES = 'xl/styles.xml';

/**
 * Reads the rows of the first visible sheet of a workbook. Ignores macros, links and formulas.
 * @param columns accepted column names, normalised by `plainName`
 * @throws {ValidationError} on `file` if it can't be read
 */
export async function readXlsx(bytes: Buffer, columns: ReadonlySet<string>): Promise<SheetRow[]> {
  const parts = await openParts(bytes);
  if (!parts.has(WORKBOOK)) throw unreadable('batch_file_type');
  const sheet = await firstSheet(parts);
  const strings = parts.has(STRINGS) ? await readSharedStrings(parts.read(STRINGS)) : [];
  const specialStyles = parts.has(STYLES) ? await readSpecialStyles(parts.read(STYLES)) : new Set<number>();
  return readWorksheet(parts.read(sheet), { strings, specialStyles, columns });
}

async function firstSheet(parts: Parts): Promise<string> {
  const ids: string[] = [];
  await readXml(parts.read(WORKBOOK), {
    open(name, attributes) {
      const id = attributeOf(attributes, 'id');
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
      if (name === 'sheet' && id !== undefined && !isHidden) ids.push(id);
    },
  });
  const targets = new Map<string, string>();
  await readXml(parts.read(RELATIONSHIPS), {
    open(name, attributes) {
      const { Id: id, Target: target, TargetMode: mode } = attributes;
      if (name === 'Relationship' && id !== undefined && target !== undefined && mode !== 'External') {
        targets.set(id, target);
      }
    },
  });
  const target = targets.get(ids[0] ?? '');
  if (target === undefined) throw unreadable('batch_xlsx_broken');
  return target.startsWith('/') ? target.slice(1) : path.posix.normalize(`xl/${target}`);
}

/** Strings that cells refer to by index. @throws {ValidationError} on `file` if there are too many */
async function readSharedStrings(bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  const strings: string[] = [];
  const current = new RichText();
  await readXml(bytes, {
    open(name) {
      if (name === 'si') current.begin();
      current.open(name);
    },
    text: (text) => current.add(text),
    close(name) {
      current.close(name);
      if (name !== 'si') return;
      strings.push(current.end());
      if (strings.length > MAX_STRINGS) throw unreadable('batch_xlsx_too_large');
    },
  });
  return strings;
}

/**
 * Excel's built-in formats for percentages, dates and times (ECMA-376 18.8.30); 27 to 36 and 50 to 58 are Asian dates.
 */
const isSpecialNumber = (id: number) =>
  id === 9 ||
  id === 10 ||
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/**
 * Indexes of styles that display a number as something else: 46347 as a date, 0.5 as 50 %. The stored value isn't what
 * the author saw.
 */
async function readSpecialStyles(bytes: AsyncIterable<Uint8Array>): Promise<ReadonlySet<number>> {
  const custom = new Set<number>();
  const special = new Set<number>();
  let isInFormats = false;
  let index = 0;
  await readXml(bytes, {
    open(name, attributes) {
      if (name === 'cellXfs') isInFormats = true;
      if (name === 'numFmt' && isSpecialCode(attributeOf(attributes, 'formatCode') ?? '')) {
        custom.add(Number(attributeOf(attributes, 'numFmtId')));
      }
      if (name !== 'xf' || !isInFormats) return;
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      if (isSpecialNumber(id) || custom.has(id)) special.add(index);
      index += 1;
    },
    close(name) {
      if (name === 'cellXfs') isInFormats = false;
    },
  });
  return special;
}

function isSpecialCode(code: string): boolean {
  return /[ymdhs%]/i.test(code.replaceAll(LITERAL, ''));
}

/** Typical workbooks have a few dozen parts. */
const MAX_ENTRIES = 1_000;
/** Maximum total bytes of all read parts, counted while inflating, because declared sizes may be wrong. */
const MAX_INFLATED = 48 * 1_048_576;
/** Sheets inflate ten to forty times; a higher ratio is a ZIP bomb. */
const MAX_RATIO = 150;
/** Small parts may consist of one repeated character. */
const RATIO_FROM = 1_048_576;

/** Parts of a workbook by name. */
interface Parts {
  has(name: string): boolean;
  /** Inflates a part. @throws {ValidationError} on `file` if it is too large or broken */
  read(name: string): AsyncGenerator<Uint8Array, void, undefined>;
}

/** @throws {ValidationError} on `file` if it isn't a valid ZIP, has too many parts, or is encrypted */
async function openParts(bytes: Buffer): Promise<Parts> {
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

/** Rejects duplicate names, because programs differ in which of the parts they display. */
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
    // Wrong sizes or checksums, or data that can't be inflated.
    throw unreadable('batch_xlsx_broken');
  }
}

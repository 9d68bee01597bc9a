import path from 'node:path';
import { unreadable } from '../Sheet.ts';
import { builtInFormat, type NumberFormat, parseFormat } from './numberFormat.ts';
import type { Parts } from './parts.ts';
import { attributeOf, readXml, RichText } from './readXml.ts';

/** A file of payments has 60,000 cells; strings of its other sheets are included. */
const MAX_STRINGS = 1_000_000;

const PACKAGE_RELATIONSHIPS = '_rels/.rels';

interface WorkbookSheet {
  name: string;
  /** Name of its part. */
  part: string;
  isVisible: boolean;
  /** True for the sheet that programs show when they open the file. */
  isActive: boolean;
}

/** The worksheets of a workbook and what their cells refer to. */
interface Workbook {
  /** Without sheets that contain no cells, such as charts. */
  sheets: readonly WorkbookSheet[];
  strings: readonly string[];
  /** How each style displays numbers, by its index. */
  formats: readonly NumberFormat[];
}

/**
 * Finds the parts of a workbook by their relationships, because programs differ in their names.
 * @throws {ValidationError} on `file` if the package isn't a workbook
 */
export async function readWorkbook(parts: Parts): Promise<Workbook> {
  if (!parts.has(PACKAGE_RELATIONSHIPS)) throw unreadable('batch_file_type');
  const main = (await relationships(parts, '')).find(({ type }) => type === 'officeDocument')?.part;
  if (main === undefined || !main.toLowerCase().endsWith('.xml')) throw unreadable('batch_file_type');
  const related = await relationships(parts, main);
  const partOf = (type: string) => related.find((one) => one.type === type && parts.has(one.part))?.part;
  const [strings, styles] = [partOf('sharedStrings'), partOf('styles')];
  const { sheets, countsFrom1904 } = await sheetsOf(parts, main, related);
  const formats = styles === undefined ? [] : await readFormats(parts.read(styles));
  return {
    sheets,
    strings: strings === undefined ? [] : await readSharedStrings(parts.read(strings)),
    formats: countsFrom1904 ? formats.map(({ shows: _, ...format }) => format) : formats,
  };
}

interface Relationship {
  id: string;
  /** Last segment of its type, which is the same in both variants of the format. */
  type: string;
  part: string;
}

/** The relationships of a part; of the package if it is ''. */
async function relationships(parts: Parts, part: string): Promise<Relationship[]> {
  const { dir, base } = path.posix.parse(part);
  const found: Relationship[] = [];
  await readXml(parts.read(path.posix.join(dir, '_rels', `${base}.rels`)), {
    open(name, attributes) {
      const { Id: id = '', Type: type = '', Target: target, TargetMode: mode } = attributes;
      if (name !== 'Relationship' || target === undefined || mode === 'External') return;
      const resolved = path.posix.resolve('/', dir, target.replaceAll('\\', '/'));
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), part: resolved.slice(1) });
    },
  });
  return found;
}

async function sheetsOf(parts: Parts, main: string, related: readonly Relationship[]) {
  const listed: { name: string; id: string; isVisible: boolean }[] = [];
  let active = 0;
  let root = '';
  // Days of another calendar, which old versions for macOS used.
  let countsFrom1904 = false;
  await readXml(parts.read(main), {
    open(element, attributes) {
      root ||= element;
      if (element === 'workbookPr') countsFrom1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      if (element === 'workbookView') active = Number(attributes['activeTab'] ?? 0);
      if (element !== 'sheet') return;
      const isVisible = (attributes['state'] ?? 'visible') === 'visible';
      listed.push({ name: attributes['name'] ?? '', id: attributeOf(attributes, 'id') ?? '', isVisible });
    },
  });
  if (root !== 'workbook') throw unreadable('batch_file_type');
  const sheets = listed.flatMap(({ name, id, isVisible }, at): WorkbookSheet[] => {
    const found = related.find((one) => one.id === id);
    if (!found) throw unreadable('batch_xlsx_broken');
    return found.type === 'worksheet' ? [{ name, part: found.part, isVisible, isActive: at === active }] : [];
  });
  return { sheets, countsFrom1904 };
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

async function readFormats(bytes: AsyncIterable<Uint8Array>): Promise<NumberFormat[]> {
  const custom = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isInFormats = false;
  await readXml(bytes, {
    open(name, attributes) {
      if (name === 'cellXfs') isInFormats = true;
      if (name === 'numFmt') {
        custom.set(
          Number(attributeOf(attributes, 'numFmtId')),
          parseFormat(attributeOf(attributes, 'formatCode') ?? ''),
        );
      }
      if (name !== 'xf' || !isInFormats) return;
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      formats.push(custom.get(id) ?? builtInFormat(id));
    },
    close(name) {
      if (name === 'cellXfs') isInFormats = false;
    },
  });
  return formats;
}

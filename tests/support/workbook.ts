import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface SheetParts {
  name: string;
  /** XML of its rows. */
  rows: string;
  state?: 'hidden' | 'veryHidden';
  /** XML before the rows. */
  head?: string;
  /** Last segment of the type of its relationship. */
  type?: 'worksheet' | 'chartsheet';
}

/** The parts of a workbook, each of which a test can change. */
export interface WorkbookParts {
  /** XML of the rows of the only visible sheet, unless there are `sheets`. */
  rows?: string;
  sheets?: SheetParts[];
  /** Position of the active sheet. */
  active?: number;
  strings?: string;
  styles?: string;
  /** Inserted before the sheet's root element. */
  prolog?: string;
  more?: Record<string, Buffer>;
}

export const text = (place: string, content: string) => `<c r="${place}" t="inlineStr"><is><t>${content}</t></is></c>`;

export const HEADER_ROW = `<row r="1">${['payee_name', 'card_number', 'bank_name', 'amount', 'remark']
  .map((name, at) => text(`${'ABCDE'[at]}1`, name))
  .join('')}</row>`;

const relationships = (targets: readonly (readonly [id: string, type: string, target: string])[]) =>
  Buffer.from(
    `<Relationships>${targets
      .map(([id, type, target]) => `<Relationship Id="${id}" Type="${REL}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`,
  );

export async function workbook({ rows = '', prolog = '', more = {}, ...given }: WorkbookParts): Promise<Buffer> {
  const { strings, styles, active = 0 } = given;
  const sheets = given.sheets ?? [
    { name: 'x', rows: '', state: 'hidden' },
    { name: 'a', rows },
  ];
  const parts: Record<string, Buffer> = {
    '[Content_Types].xml': Buffer.from('<Types/>'),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': Buffer.from(
      `<workbook xmlns:r="${REL}"><bookViews><workbookView activeTab="${active}"/></bookViews><sheets>${sheets
        .map(
          ({ name, state = 'visible' }, at) =>
            `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="rId${at}"/>`,
        ) // prettier-ignore
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map(({ type = 'worksheet' }, at) => [`rId${at}`, type, `worksheets/sheet${at}.xml`] as const),
      ['s1', 'sharedStrings', 'sharedStrings.xml'],
      ['s2', 'styles', '/xl/styles.xml'],
    ]),
    ...Object.fromEntries(
      sheets.map((sheet, at) => [
        `xl/worksheets/sheet${at}.xml`,
        Buffer.from(`${prolog}<worksheet>${sheet.head ?? ''}<sheetData>${sheet.rows}</sheetData></worksheet>`),
      ]),
    ),
    ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': Buffer.from(strings) }),
    ...(styles === undefined ? {} : { 'xl/styles.xml': Buffer.from(styles) }),
    ...more,
  };
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(parts)) zip.addBuffer(bytes, name);
  zip.end();
  return buffer(zip.outputStream);
}

/** A ZIP entry with a false size: it declares `claimed` bytes and expands to `size` bytes. */
export function lyingZip(name: string, size: number, claimed: number): Buffer {
  const content = Buffer.alloc(size, ' ');
  const packed = deflateRawSync(content);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(crc32(content), 14);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt32LE(claimed, 22);
  header.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  header.copy(entry, 6, 4, 28);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([header, Buffer.from(name), packed, entry, Buffer.from(name), end]);
}

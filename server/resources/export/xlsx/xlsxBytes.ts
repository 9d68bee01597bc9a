import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { RowBatch } from '../Cell.ts';
import { sheetXml, type Style, STYLE_SHEET, xmlText } from './sheetXml.ts';

/** Maximum length of a sheet name, in UTF-16 units. */
const LONGEST = 31;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES =
  `<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`;

const relationships = (targets: [type: string, target: string][]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const workbook = (name: string) =>
  `<workbook xmlns="${SHEETS}" xmlns:r="${DOCUMENT}"><sheets>` +
  `<sheet name="${xmlText(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** The earliest date of the format, so that equal records produce equal files. */
const WRITTEN = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Half the time of the default level for 9 % more size, measured with rows of orders. */
const COMPRESSION_LEVEL = 4;

/**
 * Streams a workbook with one sheet. Not by a library: hucre 1.0.0 streams as well, but takes three times the CPU time
 * (20 µs per row of nine cells instead of 6), writes files twice as large, has one number format per column, and
 * doesn't escape texts such as `_x0041_`, which Excel reads as `A`.
 *
 * Texts are inline strings in text format, so no formula is written and no value is rounded or loses leading zeros.
 * Stops reading the rows if the consumer stops.
 *
 * @param emptyCells style of cells that users fill in later
 * @throws {SheetFullError} if there are too many rows
 */
export async function* xlsxBytes(
  batches: AsyncIterable<RowBatch>,
  title: string,
  emptyCells: Style = 'plain',
): AsyncGenerator<Buffer, void, undefined> {
  const zip = new ZipFile();
  const part = (name: string, xml: string) => zip.addBuffer(Buffer.from(DECLARATION + xml), name, WRITTEN);
  part('[Content_Types].xml', CONTENT_TYPES);
  part('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
  part('xl/workbook.xml', workbook(sheetName(title)));
  part(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
  );
  part('xl/styles.xml', STYLE_SHEET);
  const sheet = Readable.from(sheetXml(batches, emptyCells), { objectMode: false });
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { ...WRITTEN, compressionLevel: COMPRESSION_LEVEL });
  zip.end();

  const zipped = zip.outputStream.pipe(new PassThrough());
  sheet.on('error', (error) => zipped.destroy(error));
  const pieces: AsyncIterable<Buffer> = zipped;
  try {
    yield* pieces;
  } finally {
    sheet.destroy();
  }
}

/**
 * The title as a valid sheet name: without `[ ] : * ? / \`, no leading or trailing apostrophe, at most 31 characters.
 */
function sheetName(title: string): string {
  const allowed = title.replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ').trim();
  return allowed.slice(0, LONGEST).replaceAll(/^'+|'+$/g, '') || 'Sheet1';
}

import { millisecondsInDay } from 'date-fns/constants';
import { type Cell, inertText, type NumberCell, type RowBatch, type TimeCell } from '../Cell.ts';

/** Significant digits of a number in Excel; it shows the rest as zeros. */
const KEPT_DIGITS = 15;

/** Days from Excel's day 0 to 1970-01-01. */
const DAYS_BEFORE_1970 = 25_569;

/** 1900-03-01: Excel counts a nonexistent 29 February 1900, and programs differ on earlier days. */
const FIRST_DAY = 61;

const MOMENT = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/;

/** Rows of a sheet, including header and totals. */
const MAX_ROWS = 1_048_576;

/** In characters; wide enough for a time or an order number. */
const COLUMN_WIDTH = 22;

/** Thrown if concurrent inserts exceed the sheet's maximum number of rows. */
class SheetFullError extends Error {
  constructor() {
    super(`A sheet holds no more than ${MAX_ROWS} rows`);
    this.name = 'SheetFullError';
  }
}

/** The XML of a worksheet with a frozen first row. @throws {SheetFullError} if there are too many rows */
export async function* sheetXml(
  batches: AsyncIterable<RowBatch>,
  emptyCells: Style = 'plain',
): AsyncGenerator<Buffer, void, undefined> {
  let rowNumber = 0;
  let letters: string[] = [];
  for await (const { kind, rows } of batches) {
    let xml = '';
    if (rowNumber === 0) {
      letters = (rows[0] ?? []).map((_, at) => columnLetters(at));
      xml = openingXml(letters.length, emptyCells);
    }
    for (const row of rows) {
      rowNumber += 1;
      if (rowNumber > MAX_ROWS) throw new SheetFullError();
      xml += rowXml(row, rowNumber, letters, kind !== 'data');
    }
    yield Buffer.from(xml);
  }
  yield Buffer.from('</sheetData></worksheet>');
}

function openingXml(columns: number, emptyCells: Style): string {
  const style = emptyCells === 'plain' ? '' : ` style="${styleIndex(emptyCells, false)}"`;
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<sheetViews><sheetView workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols><col min="1" max="${columns}" width="${COLUMN_WIDTH}" customWidth="1"${style}/></cols><sheetData>`
  );
}

function rowXml(cells: Cell[], rowNumber: number, letters: string[], bold: boolean): string {
  const inner = cells.map((cell, at) => cellXml(cell, `${letters[at]}${rowNumber}`, bold)).join('');
  return `<row r="${rowNumber}">${inner}</row>`;
}

/** 0 → `A`, 25 → `Z`, 26 → `AA` */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/**
 * The XML of a cell; '' if it is empty. A number that Excel would round is written as text.
 * @param place such as `B12`
 */
function cellXml(cell: Cell, place: string, bold: boolean): string {
  if (cell === '') return '';
  if (typeof cell === 'string') return textXml(cell, place, bold);
  const number = cell.kind === 'number' ? exactNumber(cell) : serialDay(cell);
  if (number === null) return textXml(cell.text, place, bold);
  return `<c r="${place}" s="${styleIndex(styleOf(cell), bold)}"><v>${number}</v></c>`;
}

function textXml(text: string, place: string, bold: boolean): string {
  const style = styleIndex(inertText(text) === text ? 'text' : 'quoted', bold);
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

function styleOf(cell: NumberCell | TimeCell): Style {
  if (cell.kind === 'number') return cell.format;
  return cell.text.includes(' ') ? 'moment' : 'day';
}

function exactNumber({ value }: NumberCell): string | null {
  return value.replaceAll(/[-.]/g, '').replace(/^0+/, '').length <= KEPT_DIGITS ? value : null;
}

/** Excel's serial day in local time, with the time as a fraction; null for days before Excel's calendar. */
function serialDay({ text }: TimeCell): number | null {
  if (!MOMENT.test(text)) return null;
  const serial =
    Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? 'Z' : ''}`) / millisecondsInDay + DAYS_BEFORE_1970;
  return serial >= FIRST_DAY ? serial : null;
}

/** Maximum length of a cell in UTF-16 units. Excel reports a file with longer texts as corrupt. */
const LONGEST_CELL = 32_767;

/** Characters that are invalid in XML, underscores that Excel would read as an escape, and lone surrogates. */
// oxlint-disable-next-line no-control-regex -- it matches control characters
const SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)|\p{Surrogate}/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for spreadsheets' XML: control characters as `_x000D_`, and literal `_x000D_` as `_x005F_x000D_`. */
export function xmlText(text: string): string {
  return fitting(text).replace(SPECIAL, (found) => {
    if (found === '_') return '_x005F_';
    const code = found.charCodeAt(0);
    if (code >= 0xd800 && code <= 0xdfff) return '\uFFFD';
    return ENTITIES[found] ?? `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}

/** Truncates a text that is too long, with an ellipsis. */
function fitting(text: string): string {
  return text.length <= LONGEST_CELL ? text : `${text.slice(0, LONGEST_CELL - 1)}…`;
}

/** Cell styles. `quoted` is text with Excel's own leading apostrophe, for texts that look like formulas. */
const STYLES = [
  ...(['plain', 'text', 'quoted', 'whole', 'hundredths', 'percent', 'day', 'moment'] as const),
  ...Array.from({ length: 9 }, (_, at): `decimals${number}` => `decimals${at + 1}`),
];
export type Style = (typeof STYLES)[number];

/** IDs below 164 are built into Excel. */
const FORMAT: Readonly<Record<string, number>> = {
  plain: 0,
  text: 49,
  quoted: 49,
  whole: 3,
  hundredths: 4,
  percent: 10,
  day: 164,
  moment: 165,
  ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`decimals${at + 1}`, 166 + at])),
};

/** The style's index in the style sheet. Header and totals are bold. */
function styleIndex(style: Style, bold: boolean): number {
  return STYLES.indexOf(style) + (bold ? STYLES.length : 0);
}

const format = (style: Style, font: number) =>
  `<xf numFmtId="${FORMAT[style]}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"` +
  ` applyFont="1"${style === 'quoted' ? ' quotePrefix="1"' : ''}/>`;

const FORMATS = [0, 1].flatMap((font) => STYLES.map((style) => format(style, font)));
const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

const DECIMALS = Array.from(
  { length: 9 },
  (_, at) => `<numFmt numFmtId="${166 + at}" formatCode="#,##0.${'0'.repeat(at + 1)}"/>`,
).join('');

export const STYLE_SHEET =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<numFmts count="11"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>' +
  `${DECIMALS}</numFmts>` +
  `<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${FORMATS.length}">${FORMATS.join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

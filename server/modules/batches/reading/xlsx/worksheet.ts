import {
  assertCellSize,
  EMPTY_CELL,
  MAX_CELL,
  MAX_COLUMNS,
  RowCollector,
  type SheetCell,
  type SheetRow,
  unreadable,
} from '../Sheet.ts';
import { attributeOf, type Attributes, readXml, RichText, unescaped } from './readXml.ts';

/** Significant digits of a number in a spreadsheet. */
const KEPT_DIGITS = 15;

/** Parts of the workbook that cells refer to. */
interface SheetContext {
  strings: readonly string[];
  /** See `readSpecialStyles`. */
  specialStyles: ReadonlySet<number>;
  /** Accepted column names, normalised by `plainName`. */
  columns: ReadonlySet<string>;
}

interface OpenCell {
  column: number;
  type: string;
  isSpecial: boolean;
  isFormula: boolean;
  value: string;
}

/** Reads the rows of a worksheet. @throws {ValidationError} on `file` if it can't be read */
export async function readWorksheet(bytes: AsyncIterable<Uint8Array>, context: SheetContext): Promise<SheetRow[]> {
  const collector = new RowCollector(context.columns);
  const inline = new RichText();
  let line = 0;
  let cells: (SheetCell | undefined)[] = [];
  let cell: OpenCell | null = null;
  let isInValue = false;
  let column = -1;
  await readXml(bytes, {
    open(name, attributes) {
      if (name === 'row') {
        line = lineOf(attributes, line + 1);
        cells = [];
        column = -1;
      } else if (name === 'c') {
        cell = openCell(attributes, column + 1, context);
        column = cell.column;
        inline.begin();
      } else if (name === 'f' && cell) cell.isFormula = true;
      isInValue = name === 'v';
      inline.open(name);
    },
    text(text) {
      if (isInValue && cell) cell.value += text;
      if (cell && cell.value.length > MAX_CELL) throw unreadable('batch_cell_too_large', { line });
      inline.add(text);
    },
    close(name) {
      inline.close(name);
      if (name === 'v') isInValue = false;
      if (name === 'row') collector.add(line, cells);
      if (name !== 'c' || !cell) return;
      if (cell.column < MAX_COLUMNS && collector.isKnown(cell.column)) {
        const read = cellOf(cell, inline.end(), context);
        assertCellSize(line, read.text);
        cells[cell.column] = read;
      }
      cell = null;
    },
  });
  return collector.rows;
}

/** @throws {ValidationError} on `file` if the row number is invalid */
function lineOf(attributes: Attributes, next: number): number {
  const line = Number(attributeOf(attributes, 'r') ?? next);
  if (!Number.isSafeInteger(line) || line < 1) throw unreadable('batch_xlsx_broken');
  return line;
}

function openCell(attributes: Attributes, next: number, { specialStyles }: SheetContext): OpenCell {
  const place = attributeOf(attributes, 'r');
  return {
    column: place === undefined ? next : columnIndex(place),
    type: attributeOf(attributes, 't') ?? 'n',
    isSpecial: specialStyles.has(Number(attributeOf(attributes, 's') ?? 0)),
    isFormula: false,
    value: '',
  };
}

function cellOf({ type, isSpecial, isFormula, value }: OpenCell, inline: string, { strings }: SheetContext): SheetCell {
  if (isFormula) return { text: value, flaw: 'formula' };
  switch (type) {
    case 's':
      return { text: strings[Number(value)] ?? '', flaw: null };
    case 'inlineStr':
      return { text: inline, flaw: null };
    case 'str':
      return { text: unescaped(value), flaw: null };
    case 'b':
      return { text: value === '1' ? 'TRUE' : 'FALSE', flaw: null };
    case 'n':
      if (value === '') return EMPTY_CELL;
      return isSpecial ? { text: value, flaw: 'not_plain' } : numberText(value);
    default:
      return { text: value, flaw: 'cell_error' };
  }
}

/** `B12` → 1 */
function columnIndex(place: string): number {
  let index = 0;
  for (const letter of place.replace(/\d.*$/, '').toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return Math.max(0, Math.min(index - 1, MAX_COLUMNS));
}

/**
 * A number as displayed in its cell. Spreadsheets store 12.35 as 12.350000000000001, so it is rounded to 15 digits. A
 * number with more digits has lost the rest.
 */
function numberText(stored: string): SheetCell {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return { text: stored, flaw: 'cell_error' };
  if (Math.abs(value) >= 10 ** KEPT_DIGITS) return { text: stored, flaw: 'digits_lost' };
  const [digits = '', exponent] = value.toPrecision(KEPT_DIGITS).split('e');
  if (exponent !== undefined) return { text: stored, flaw: null };
  const text = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  return { text, flaw: null };
}

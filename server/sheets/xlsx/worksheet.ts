import { assertCellSize, MAX_CELL, MAX_COLUMNS, type RowCollector } from '../RowCollector.ts';
import { EMPTY_CELL, type SheetCell, unreadable } from '../Sheet.ts';
import { formatAt, numberText, type NumberFormat } from './numberFormat.ts';
import { attributeOf, type Attributes, readXml, RichText, unescaped } from './readXml.ts';

/** Parts of the workbook that cells refer to. */
interface SheetContext {
  strings: readonly string[];
  formats: readonly NumberFormat[];
}

interface OpenCell {
  column: number;
  type: string;
  format: NumberFormat;
  isFormula: boolean;
  value: string;
}

/**
 * Reads the rows of a worksheet into `table`; only the first ones if they contain no header.
 * @returns the known columns that are hidden
 * @throws {ValidationError} on `file` if it can't be read
 */
export async function readWorksheet(
  bytes: AsyncIterable<Uint8Array>,
  table: RowCollector,
  context: SheetContext,
): Promise<string[]> {
  const inline = new RichText();
  const hiddenPlaces: [first: number, last: number][] = [];
  let line = 0;
  let isHidden = false;
  let hidesOthers = false;
  let cells: (SheetCell | undefined)[] = [];
  let cell: OpenCell | null = null;
  let isInValue = false;
  let column = -1;
  await readXml(bytes, {
    isDone: () => table.isHopeless,
    open(name, attributes) {
      if (name === 'row') {
        line = lineOf(attributes, line + 1);
        isHidden = isHiddenRow(attributes, hidesOthers);
        cells = [];
        column = -1;
      } else if (name === 'c') {
        cell = openCell(attributes, column + 1, context);
        column = cell.column;
        inline.begin();
      } else if (name === 'f' && cell) cell.isFormula = true;
      else if (name === 'sheetFormatPr') hidesOthers = isTrue(attributes['zeroHeight']);
      else if (name === 'col' && isTrue(attributes['hidden'])) {
        hiddenPlaces.push([Number(attributes['min']) - 1, Number(attributes['max']) - 1]);
      }
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
      if (name === 'row') table.add(line, cells, isHidden);
      if (name !== 'c' || !cell) return;
      if (cell.column < MAX_COLUMNS && table.isKnown(cell.column)) {
        const read = cellOf(cell, inline.end(), context);
        assertCellSize(line, read.text);
        cells[cell.column] = read;
      }
      cell = null;
    },
  });
  table.end();
  const isHiddenPlace = (place: number) => hiddenPlaces.some(([first, last]) => place >= first && place <= last);
  const { places = [], columns = [] } = table.header ?? {};
  return columns.filter((_, at) => isHiddenPlace(places[at] ?? -1));
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Rows are hidden by hand or by a filter, by a height of 0, or all that have no height of their own. */
function isHiddenRow({ hidden, ht, customHeight }: Attributes, hidesOthers: boolean): boolean {
  if (hidden !== undefined) return isTrue(hidden);
  return (ht !== undefined && Number(ht) === 0) || (hidesOthers && ht === undefined && !isTrue(customHeight));
}

/** @throws {ValidationError} on `file` if the row number is invalid */
function lineOf(attributes: Attributes, next: number): number {
  const line = Number(attributeOf(attributes, 'r') ?? next);
  if (!Number.isSafeInteger(line) || line < 1) throw unreadable('batch_xlsx_broken');
  return line;
}

function openCell(attributes: Attributes, next: number, { formats }: SheetContext): OpenCell {
  const place = attributeOf(attributes, 'r');
  return {
    column: place === undefined ? next : columnIndex(place),
    type: attributeOf(attributes, 't') ?? 'n',
    format: formatAt(formats, Number(attributeOf(attributes, 's') ?? 0)),
    isFormula: false,
    value: '',
  };
}

function cellOf({ type, format, isFormula, value }: OpenCell, inline: string, { strings }: SheetContext): SheetCell {
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
      return value === '' ? EMPTY_CELL : numberText(value, format);
    case 'd':
      return { text: value, flaw: 'not_plain' };
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

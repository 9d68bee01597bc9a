import type { Cell, RowBatch } from '../Cell.ts';
import { cellXml } from './cellXml.ts';
import { styleIndex, type Style } from './styles.ts';

/** Rows of a sheet, the header's and the totals' included. */
const MAX_ROWS = 1_048_576;
/** Wide enough for a time or an order number, in characters. */
const COLUMN_WIDTH = 22;

/** More rows have come while the file was written than a sheet holds. */
export class SheetFullError extends Error {
  constructor() {
    super(`A sheet holds no more than ${MAX_ROWS} rows`);
    this.name = 'SheetFullError';
  }
}

/**
 * The XML of a worksheet whose first row stays in sight.
 * @throws SheetFullError
 */
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
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

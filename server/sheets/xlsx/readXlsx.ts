import type { HiddenRows, SheetChoices, SheetReading } from '#shared/contract/sheets.ts';
import { ValidationError } from '#server/errors.ts';
import { RowCollector } from '../RowCollector.ts';
import { ALL_READ, type ReadFile, type ReadOptions, type SoughtTable, unreadable } from '../Sheet.ts';
import { openParts } from './parts.ts';
import { readWorkbook } from './workbook.ts';
import { readWorksheet } from './worksheet.ts';

interface ReadSheet {
  name: string;
  isActive: boolean;
  table: RowCollector;
  hiddenColumns: SheetReading['hidden_columns'];
  /** Thrown if the sheet is chosen. */
  error: ValidationError | null;
}

/**
 * Reads the sheet with payments of a workbook: the one with the column names, or the one that the user chose of several.
 * Rows that are hidden, by a filter or by hand, are read only if the user chose so. Ignores macros, links and formulas.
 * @throws {ValidationError} on `file` if it can't be read, on `sheet` if the workbook has no such sheet
 */
export async function readXlsx(bytes: Buffer, { table: sought, sheet, hiddenRows }: ReadOptions): Promise<ReadFile> {
  const parts = await openParts(bytes);
  const { sheets, ...context } = await readWorkbook(parts);
  const visible = sheets.filter(({ isVisible }) => isVisible).toSorted((one, other) => +other.isActive - +one.isActive);
  const read: ReadSheet[] = [];
  for (const { name, part, isActive } of visible) {
    const one: ReadSheet = { name, isActive, table: new RowCollector(sought), hiddenColumns: [], error: null };
    try {
      one.hiddenColumns = await readWorksheet(parts.read(part), one.table, context);
    } catch (error) {
      // The user may choose another sheet with payments.
      if (!(error instanceof ValidationError) || visible.length === 1 || !one.table.header?.isComplete) throw error;
      one.error = error;
    }
    read.push(one);
  }
  const withPayments = read.filter(({ table }) => (sought.readsAll ? table.header !== null : table.header?.isComplete));
  const chosen = sheet === undefined ? withPayments[0] : withPayments.find(({ name }) => name === sheet);
  if (sheet !== undefined && !chosen)
    throw new ValidationError({ sheet: { key: 'batch_no_such_sheet', args: { sheet } } });
  if (!chosen) {
    const [best] = read.toSorted((one, other) => knownOf(other) - knownOf(one));
    if (!best) throw unreadable('batch_no_rows');
    return { rows: best.table.table(best.name), reading: ALL_READ };
  }
  const hidden = hiddenIn(chosen.table);
  if ((withPayments.length > 1 && sheet === undefined) || (hidden && hiddenRows === undefined)) {
    return { choices: choicesOf(sheet === undefined ? withPayments : [chosen], sought) };
  }
  if (chosen.error) throw chosen.error;
  const others = sheets.filter(({ name, isVisible }) => name !== chosen.name && (!isVisible || !isEmpty(name, read)));
  const [header, ...rows] = chosen.table.table(chosen.name);
  const left = new Set(hiddenRows === 'include' ? [] : hiddenLines(chosen.table));
  return {
    rows: [...(header ? [header] : []), ...rows.filter(({ line }) => !left.has(line))],
    reading: {
      sheet: chosen.name,
      other_sheets: others.map(({ name }) => ({ name, has_payments: withPayments.some((one) => one.name === name) })),
      hidden_rows: hidden && { ...hidden, choice: hiddenRows ?? 'leave_out' },
      hidden_columns: chosen.hiddenColumns,
      rows_above: chosen.table.rowsAbove,
      encoding: null,
    },
  };
}

const knownOf = ({ table }: ReadSheet) => new Set(table.header?.columns).size;

function isEmpty(wanted: string, read: readonly ReadSheet[]): boolean {
  return read.some(({ name, table }) => name === wanted && table.isEmpty);
}

function choicesOf(read: readonly ReadSheet[], { described }: SoughtTable): SheetChoices {
  return {
    sheets: read.map(({ name, isActive, table, error }) => {
      const hidden = hiddenIn(table);
      return {
        name,
        is_active: isActive,
        row_count: error ? null : table.rows.length,
        hidden_rows: hidden && { ...hidden, sample: sampleOf(table, described) },
      };
    }),
    encodings: [],
  };
}

const hiddenLines = ({ rows }: RowCollector) => rows.filter(({ isHidden }) => isHidden).map(({ line }) => line);

const MAX_RANGES = 50;

/** The hidden rows of a table with payments, or null if none are hidden. */
function hiddenIn(table: RowCollector): HiddenRows | null {
  const lines = hiddenLines(table);
  if (lines.length === 0) return null;
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return { count: lines.length, lines: ranges.slice(0, MAX_RANGES) };
}

const SAMPLES = 5;

/** What describes the first hidden rows. */
function sampleOf({ rows, header }: RowCollector, described: readonly string[]): string[] {
  const places = described.map((column) => header?.columns.indexOf(column) ?? -1);
  return rows
    .filter(({ isHidden }) => isHidden)
    .slice(0, SAMPLES)
    .map(({ cells }) => places.map((place) => (cells[place]?.text.trim() ?? '').slice(0, 60)).join(', '));
}

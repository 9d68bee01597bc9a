import { BATCH_COLUMNS, REQUIRED_BATCH_COLUMNS, type BatchColumn } from '#shared/contract/batchFile.ts';
import type { Translate } from '@merchant-console/declaration';
import { type ColumnNames, plainName, type SheetRow, type SoughtTable, unreadable } from '#server/sheets/Sheet.ts';

/** Column of a batch by each of its accepted names. */
type BatchNames = ReadonlyMap<string, BatchColumn>;

/** Maximum rows of a batch. */
const MAX_ROWS = 10_000;
/** Texts this long are invalid in every column. */
const LONGEST = 2_001;

/** The table that a batch's file contains. */
export function batchTable(columns: ColumnNames): SoughtTable {
  return {
    columns,
    required: REQUIRED_BATCH_COLUMNS,
    amounts: 'amount',
    described: ['payee_name', 'amount'],
    readsAll: false,
    maxRows: MAX_ROWS,
    cellLength: LONGEST,
  };
}

/** The title of a column in a language. */
const columnLabel = (translate: Translate, column: BatchColumn) => translate(`fields.${column}`);

/** Header in the template: `Payee * (payee_name)`, readable for users and programs. */
export function templateLabel(translate: Translate, column: BatchColumn): string {
  const mark = REQUIRED_BATCH_COLUMNS.includes(column) ? ' *' : '';
  return `${columnLabel(translate, column)}${mark} (${column})`;
}

/** @param languages translators for all languages */
export function columnNames(languages: readonly Translate[]): BatchNames {
  const names = new Map<string, BatchColumn>();
  for (const column of BATCH_COLUMNS) {
    for (const translate of languages) {
      names.set(plainName(columnLabel(translate, column)), column);
      names.set(plainName(templateLabel(translate, column)), column);
    }
    names.set(plainName(column), column);
  }
  return names;
}

/**
 * The position of each column in rows below a header. Ignores unknown columns.
 * @throws {ValidationError} on `file` if columns are missing or repeated; names them
 */
export function columnPlaces(
  header: SheetRow,
  names: BatchNames,
  translate: Translate,
): ReadonlyMap<BatchColumn, number> {
  const places = new Map<BatchColumn, number>();
  for (const [place, { text }] of header.cells.entries()) {
    const column = names.get(plainName(text));
    if (!column) continue;
    if (places.has(column)) throw unreadable('batch_column_twice', { column: columnLabel(translate, column) });
    places.set(column, place);
  }
  const missing = REQUIRED_BATCH_COLUMNS.filter((column) => !places.has(column));
  if (missing.length === 0) return places;
  const columns = missing.map((column) => columnLabel(translate, column)).join(', ');
  throw unreadable('batch_columns_missing', { columns, line: header.line });
}

import { BATCH_COLUMNS, REQUIRED_BATCH_COLUMNS, type BatchColumn } from '#shared/contract/batches.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { plainName, unreadable, type SheetRow } from '../reading/Sheet.ts';

/** What a column may be called in a header, in the form of `plainName`. */
export type ColumnNames = ReadonlyMap<string, BatchColumn>;

/** The words of a column in a language. */
export const columnLabel = (translate: Translate, column: BatchColumn) => translate(`fields.${column}`);

/** What the template calls a column: `Payee * (payee_name)`, so that people and programs know it. */
export function templateLabel(translate: Translate, column: BatchColumn): string {
  const mark = REQUIRED_BATCH_COLUMNS.includes(column) ? ' *' : '';
  return `${columnLabel(translate, column)}${mark} (${column})`;
}

/** @param languages translators into each language of the product */
export function columnNames(languages: readonly Translate[]): ColumnNames {
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
 * The place of each column in the rows below a header. Columns that are none of ours are left alone.
 * @throws ValidationError on `file` that names the columns that are missing, or one that is there twice
 */
export function columnPlaces(
  header: SheetRow,
  names: ColumnNames,
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
  throw unreadable('batch_columns_missing', { columns });
}

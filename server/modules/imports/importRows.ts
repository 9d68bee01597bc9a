import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ImportCounts } from '#shared/contract/imports.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import { rowsAsJson } from '#server/db/rows.ts';
import type { DbOrTx, ImportRowsTable, ImportsTable, Tx } from '#server/db/schema.ts';
import type { CheckedRow, FileRow } from '#server/resources/import/rowDraft.ts';
import type { SheetCell } from '#server/sheets/Sheet.ts';
import { z } from 'zod';

export type ImportRecord = Selectable<ImportsTable>;
export type StoredImportRow = Selectable<ImportRowsTable>;

export interface ImportPlace {
  merchantId: string;
  id: string;
}

export const placeOf = ({ merchant_id, id }: Pick<ImportRecord, 'merchant_id' | 'id'>): ImportPlace => ({
  merchantId: merchant_id,
  id,
});

const isOf = ({ merchantId, id }: ImportPlace) => sql`merchant_id = ${merchantId} and import_id = ${id}`;

const cellsSchema = z.array(z.tuple([z.string(), z.string(), z.string()]));

/** The cells of a row as they are stored. Encrypted, because they may contain values that the resource encrypts. */
export function storedCells(cipher: Cipher, cells: readonly SheetCell[]): string {
  return cipher.encrypt(JSON.stringify(cells.map(({ text, flaw, shown = '' }) => [text, flaw ?? '', shown])));
}

export function cellsOf(cipher: Cipher, row: Pick<StoredImportRow, 'cells'>): SheetCell[] {
  return cellsSchema.parse(JSON.parse(cipher.decrypt(row.cells))).map(([text, flaw, shown]) => ({
    text,
    flaw: isFlaw(flaw) ? flaw : null,
    ...(shown !== '' && { shown }),
  }));
}

const isFlaw = (text: string): text is NonNullable<SheetCell['flaw']> => text !== '';

export function fileRow(cipher: Cipher, row: Pick<StoredImportRow, 'line' | 'cells'>): FileRow {
  return { line: row.line, cells: cellsOf(cipher, row) };
}

/** Rows in the order of the file, or backwards. */
export async function readRows(
  db: DbOrTx,
  place: ImportPlace,
  where: RawBuilder<unknown>,
  { limit, offset = 0, isBackwards = false }: { limit: number; offset?: number; isBackwards?: boolean },
): Promise<StoredImportRow[]> {
  const order = isBackwards ? sql`line desc` : sql`line`;
  const { rows } = await sql<StoredImportRow>`
    select * from import_rows where ${isOf(place)} and ${where}
    order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export const HAS_PROBLEMS = sql`(problems <> '{}'::jsonb or repeats is not null)`;
/** Rows that an application writes. */
export const IS_PENDING = sql`outcome is null and is_checked and problems = '{}'::jsonb and repeats is null`;

/** Stores what a check has found, in one statement. */
export async function storeChecked(db: DbOrTx, place: ImportPlace, rows: readonly CheckedRow[]): Promise<void> {
  const json = rowsAsJson(
    rows.map(({ line, problems, act, record, keys }) => ({
      line,
      problems,
      act,
      record_id: record?.id ?? null,
      revision: record?.revision ?? null,
      keys,
    })),
  );
  await sql`
    update import_rows r set is_checked = true, problems = n.problems, act = n.act, record_id = n.record_id,
      revision = n.revision, keys = n.keys
    from json_populate_recordset(null::import_rows, ${json}::json) n
    where r.merchant_id = ${place.merchantId} and r.import_id = ${place.id} and r.line = n.line
      and r.outcome is null and ${isOneOf(rows)}`.execute(db);
}

/** Finds the rows by the primary key. Without statistics, the database would compare each row of the import with each given one. */
const isOneOf = (rows: readonly { line: number }[]) => sql`r.line = any(${rows.map(({ line }) => line)}::integer[])`;

/** What became of rows. */
export interface RowOutcome {
  line: number;
  outcome: StoredImportRow['outcome'];
  problems?: StoredImportRow['problems'];
  record_id?: string | null;
  revision?: number | null;
  before?: string | null;
}

/** Stores what became of rows, in the transaction that did it. */
export async function storeOutcomes(db: DbOrTx, place: ImportPlace, rows: readonly RowOutcome[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update import_rows r set outcome = n.outcome, problems = coalesce(n.problems, '{}'::jsonb),
      record_id = coalesce(n.record_id, r.record_id), revision = coalesce(n.revision, r.revision),
      before = coalesce(n.before, r.before)
    from json_populate_recordset(null::import_rows, ${rowsAsJson(rows)}::json) n
    where r.merchant_id = ${place.merchantId} and r.import_id = ${place.id} and r.line = n.line
      and ${isOneOf(rows)}`.execute(db);
}

/** Rows changed by one statement, which the database may compare with each other. */
const MARKED_AT_ONCE = 500;

/**
 * Marks the rows that have the same unique values as another row of the file: none of them is certain. One pass over the
 * rows finds the changes, because the database has no statistics of rows that have just been uploaded: it expects a single
 * row, and would compare each with each in a join.
 * @returns the lines whose mark has changed
 */
export async function markRepeated(db: DbOrTx, place: ImportPlace): Promise<number[]> {
  const { rows } = await sql<Pick<StoredImportRow, 'line' | 'repeats'>>`
    with given as (
      select line, repeats, outcome, key, count(key) over same as times,
        min(line) over same as first, max(line) over same as last
      from import_rows left join lateral unnest(keys) key on true where ${isOf(place)}
      window same as (partition by key)
    ),
    marks as (
      select line, repeats, min(case when times > 1
        then split_part(key, ':', 1) || ':' || case when first = line then last else first end end) as mark
      from given where outcome is null group by line, repeats
    )
    select line, mark as repeats from marks where repeats is distinct from mark order by line`.execute(db);
  for (let at = 0; at < rows.length; at += MARKED_AT_ONCE) {
    const some = rows.slice(at, at + MARKED_AT_ONCE);
    await sql`
      update import_rows r set repeats = n.repeats
      from json_populate_recordset(null::import_rows, ${rowsAsJson(some)}::json) n
      where r.merchant_id = ${place.merchantId} and r.import_id = ${place.id} and r.line = n.line
        and ${isOneOf(some)}`.execute(db);
  }
  return rows.map(({ line }) => line);
}

/** Numbers of rows by what is known of them. */
export async function countRows(db: DbOrTx, place: ImportPlace): Promise<ImportCounts> {
  const is = (outcome: string) => sql`(count(*) filter (where outcome = ${outcome}))::integer`;
  const will = (act: string) => sql`(count(*) filter (where ${IS_PENDING} and act = ${act}))::integer`;
  const { rows } = await sql<ImportCounts>`
    select count(*)::integer as total, (count(*) filter (where is_checked))::integer as checked,
      (count(*) filter (where ${HAS_PROBLEMS} and outcome is null))::integer as problems,
      ${will('create')} as create, ${will('update')} as update,
      (count(*) filter (where (${IS_PENDING} and act = 'same') or outcome = 'same'))::integer as same,
      ${is('created')} as created, ${is('updated')} as updated, ${is('refused')} as refused,
      ${is('undone')} as undone, ${is('kept')} as kept
    from import_rows where ${isOf(place)}`.execute(db);
  return rows[0] ?? NO_ROWS;
}

const NO_ROWS: ImportCounts = {
  total: 0,
  checked: 0,
  problems: 0,
  create: 0,
  update: 0,
  same: 0,
  created: 0,
  updated: 0,
  refused: 0,
  undone: 0,
  kept: 0,
};

/** Stores the numbers of rows, which stay until the import has another status or a row is mended. */
export async function storeCounts(tx: Tx, place: ImportPlace): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ counts: JSON.stringify(await countRows(tx, place)) })
    .where('merchant_id', '=', place.merchantId)
    .where('id', '=', place.id)
    .execute();
}

const DELETED_AT_ONCE = 1_000;

/** Deletes an import, a few rows at a time. */
export async function deleteImport(db: DbOrTx, place: ImportPlace): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from import_rows where ${isOf(place)} and line = any(array(
        select line from import_rows where ${isOf(place)} order by line limit ${DELETED_AT_ONCE}))`.execute(db);
    if (numAffectedRows < DELETED_AT_ONCE) break;
  }
  await sql`delete from import_jobs where ${isOf(place)}`.execute(db);
  await sql`delete from imports where merchant_id = ${place.merchantId} and id = ${place.id}`.execute(db);
}

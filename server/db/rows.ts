import { type JoinBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import { NIL, validate } from 'uuid';
import type { Database, DbOrTx } from './schema.ts';

type ColumnName = { [T in keyof Database]: keyof Database[T] & string }[keyof Database];

/** A column with the alias of its table. */
type Column = `${string}.${ColumnName}`;

/**
 * Joins a row of the same tenant by a column.
 * @example query.innerJoin('channels as c', inTenant('c.id', 'o.channel_id'))
 */
export function inTenant(joined: Column, other: Column) {
  const [one, two] = [joined, other].map((column) => sql.ref(`${column.split('.')[0]}.merchant_id`));
  const isMatch = sql<boolean>`${one} = ${two} and ${sql.ref(joined)} = ${sql.ref(other)}`;
  return <DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>) => join.on(isMatch);
}

/** Returns an ID to search for. Texts that aren't IDs become one that no row has, because PostgreSQL rejects them. */
export function idOrNone(text: string): string {
  return validate(text) ? text : NIL;
}

/** Tables whose primary key is the tenant and an ID. */
type KeyedTable = {
  [T in keyof Database]: Database[T] extends { merchant_id: unknown; id: unknown } ? T : never;
}[keyof Database];

/** Updates one row, but for its key, and returns it; not for JSON columns. The caller has read it. @throws {Error} if it doesn't exist */
export async function updateRow<T extends KeyedTable>(
  db: DbOrTx,
  table: T,
  { merchant_id, id }: { merchant_id: string; id: string },
  change: Partial<Selectable<Database[T]>>,
): Promise<Selectable<Database[T]>> {
  const changed = Object.entries(change).filter(([column]) => column !== 'merchant_id' && column !== 'id');
  const set = changed.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { rows } = await sql<Selectable<Database[T]>>`
    update ${sql.table(table)} set ${sql.join(set)}
    where merchant_id = ${merchant_id} and id = ${id} returning *`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`${table} has no row ${id}`);
  return row;
}

/**
 * The statement that updates some columns of several rows of one tenant, to be combined with others.
 * @param rows with the new values of `columns`
 */
export function updating<T extends KeyedTable>(
  table: T,
  merchantId: string,
  columns: readonly (keyof Selectable<Database[T]> & string)[],
  rows: readonly Selectable<Database[T]>[],
): RawBuilder<unknown> {
  const target = sql.table(table);
  const set = columns.map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`);
  return sql`
    update ${target} set ${sql.join(set)} from json_populate_recordset(null::${target}, ${rowsAsJson(rows)}::json) given
    where ${target}.merchant_id = ${merchantId} and ${target}.id = given.id`;
}

/**
 * Inserts whole rows in one statement with one parameter: PostgreSQL accepts at most 65,535 parameters, and one JSON
 * text is several times faster to send than as many bound values. Every column must be given, because absent ones
 * become null instead of their default.
 *
 * @param onConflict `on conflict` clause; by default a conflict is an error
 */
export async function insertRows<T extends keyof Database>(
  db: DbOrTx,
  table: T,
  rows: readonly Selectable<Database[T]>[],
  onConflict = sql``,
): Promise<void> {
  if (rows.length > 0) await insertJson(db, table, rowsAsJson(rows), onConflict);
}

/** Rows in the form of `insertJson`, which needs less memory than the rows themselves. */
export function rowsAsJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Like `insertRows`, for rows that are already JSON. */
export async function insertJson(db: DbOrTx, table: keyof Database, json: string, onConflict = sql``): Promise<void> {
  await sql`${inserting(table, json)} ${onConflict}`.execute(db);
}

/** The statement of `insertJson`, to be combined with others. */
export function inserting(table: keyof Database, json: string): RawBuilder<Record<string, unknown>> {
  const target = sql.table(table);
  return sql`insert into ${target} select * from json_populate_recordset(null::${target}, ${json}::json)`;
}

import { type Selectable, sql } from 'kysely';
import type { Database, DbOrTx } from './schema.ts';

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
  const target = sql.table(table);
  await sql`insert into ${target} select * from json_populate_recordset(null::${target}, ${json}::json) ${onConflict}`.execute(
    db,
  );
}

import { sql, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Columns that a table or view has now; none when there is no such one. */
export async function columnsIn(db: Kysely<Database>, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(db);
  return new Set(rows.map(({ column_name }) => column_name));
}

import { sql, type Kysely } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import { plainRecord } from './plainRecord.ts';
import type { RecordSource } from './RecordSource.ts';
import { rowSource } from './tableSource.ts';

/** Reads a resource from a view or table whose columns everyone who may list it may see. */
export async function viewSource(db: Db, view: string): Promise<RecordSource> {
  const columns = await columnsIn(db.kysely, view);
  columns.delete('merchant_id');
  return rowSource(db, sql.table(view), plainRecord, [...columns]);
}

/** The columns of a table or view; empty if it doesn't exist. */
async function columnsIn(db: Kysely<Database>, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(db);
  return new Set(rows.map(({ column_name }) => column_name));
}

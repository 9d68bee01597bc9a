import { sql, type Kysely } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { tableOf } from './columns.ts';

/** A table as the database knows it. */
export interface Table {
  /** Type by name, as in `information_schema`. */
  columns: ReadonlyMap<string, string>;
  indexes: ReadonlySet<string>;
}

/** The table of a resource; null when there is none. */
export async function readTable(db: Kysely<Database>, resource: string): Promise<Table | null> {
  const table = tableOf(resource);
  const columns = await sql<{ column_name: string; data_type: string }>`
    select column_name, data_type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(db);
  if (columns.rows.length === 0) return null;
  const indexes = await sql<{ indexname: string }>`
    select indexname from pg_indexes where schemaname = current_schema() and tablename = ${table}`.execute(db);
  return {
    columns: new Map(columns.rows.map(({ column_name, data_type }) => [column_name, data_type])),
    indexes: new Set(indexes.rows.map(({ indexname }) => indexname)),
  };
}

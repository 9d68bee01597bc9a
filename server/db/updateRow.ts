import { type Selectable, sql } from 'kysely';
import type { Database, DbOrTx } from './schema.ts';

/** Tables whose primary key is the tenant and an ID. */
type KeyedTable = {
  [T in keyof Database]: Database[T] extends { merchant_id: unknown; id: unknown } ? T : never;
}[keyof Database];

/** Updates one row and returns it; not for JSON columns. The caller has read it. @throws {Error} if it doesn't exist */
export async function updateRow<T extends KeyedTable>(
  db: DbOrTx,
  table: T,
  { merchant_id, id }: { merchant_id: string; id: string },
  change: Partial<Selectable<Database[T]>>,
): Promise<Selectable<Database[T]>> {
  const set = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { rows } = await sql<Selectable<Database[T]>>`
    update ${sql.table(table)} set ${sql.join(set)}
    where merchant_id = ${merchant_id} and id = ${id} returning *`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`${table} has no row ${id}`);
  return row;
}

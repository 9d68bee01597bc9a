import { sql, type Selectable, type Transaction } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import type { StatefulTable } from './stateMachines.ts';

/** Changes a row that `lockForMove` has locked, and gives it as it is then. */
export async function moveRow<T extends StatefulTable>(
  tx: Transaction<Database>,
  table: T,
  { merchant_id, id }: { merchant_id: string; id: string },
  change: Partial<Selectable<Database[T]>>,
): Promise<Selectable<Database[T]>> {
  const set = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { rows } = await sql<Selectable<Database[T]>>`
    update ${sql.table(table)} set ${sql.join(set)}
    where merchant_id = ${merchant_id} and id = ${id} returning *`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('unreachable: the row is locked');
  return row;
}

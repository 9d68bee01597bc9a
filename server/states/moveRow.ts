import { sql, type Selectable, type Transaction } from 'kysely';
import { validate as isUuid } from 'uuid';
import { lastActor } from '#server/audit/readAudit.ts';
import type { Database } from '#server/db/schema.ts';
import { ConflictError, NotFoundError } from '#server/errors.ts';
import { type StatefulTable, nextStates, type StatusOf } from './stateMachines.ts';

interface Move<T extends StatefulTable> {
  merchantId: string;
  id: string;
  to: StatusOf<T>;
  /** The log of whoever decides, where it is not the record's tenant's: there, colleagues have names. */
  ownLog?: { merchantId: string; resource: string };
}

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

/**
 * The row, locked until the transaction ends, if it may become `to`. Of several that decide about one row, the first
 * goes on and the others are told who was first.
 *
 * @throws NotFoundError for a row that is not the tenant's
 * @throws ConflictError `decided.<status>` that names who brought the row where it is
 */
export async function lockForMove<T extends StatefulTable>(
  tx: Transaction<Database>,
  table: T,
  { merchantId, id, to, ownLog }: Move<T>,
): Promise<Selectable<Database[T]>> {
  if (!isUuid(id)) throw new NotFoundError();
  const { rows } = await sql<Selectable<Database[T]> & { status: string }>`
    select * from ${sql.table(table)} where merchant_id = ${merchantId} and id = ${id} for update`.execute(tx);
  const [row] = rows;
  if (!row) throw new NotFoundError();
  if (nextStates(table, row.status).includes(to)) return row;
  const colleague = ownLog ? await lastActor(tx, ownLog, id) : null;
  const name = colleague ?? (await lastActor(tx, { merchantId, resource: table }, id)) ?? '–';
  throw new ConflictError({ id: `decided.${row.status}`, args: { name } });
}

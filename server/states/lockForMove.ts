import { type Selectable, sql } from 'kysely';
import { lastActor } from '#server/audit/readAudit.ts';
import type { Database, Tx } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { ConflictError, orNotFound } from '#server/errors.ts';
import { nextStates, type StatefulTable, type StatusOf } from './stateMachines.ts';

interface Move<T extends StatefulTable> {
  merchantId: string;
  id: string;
  to: StatusOf<T>;
  /** The log of the deciding user if it isn't that of the record's tenant. The actor has a name only there. */
  ownLog?: { merchantId: string; resource: string };
}

/**
 * Locks and returns the row if it may become `to`. Of concurrent decisions on one row the first proceeds; the others
 * get an error that names its actor.
 *
 * @throws {NotFoundError} if the tenant has no such row
 * @throws {ConflictError} `decided.<status>` with the actor of the previous decision if the row can't become `to`
 */
export async function lockForMove<T extends StatefulTable>(
  tx: Tx,
  table: T,
  { merchantId, id, to, ownLog }: Move<T>,
): Promise<Selectable<Database[T]>> {
  const { rows } = await sql<Selectable<Database[T]> & { status: string }>`
    select * from ${sql.table(table)} where merchant_id = ${merchantId} and id = ${idOrNone(id)} for update`.execute(
    tx,
  );
  const row = orNotFound(rows[0]);
  if (nextStates(table, row.status).includes(to)) return row;
  const colleague = ownLog ? await lastActor(tx, ownLog, id) : null;
  const name = colleague ?? (await lastActor(tx, { merchantId, resource: table }, id)) ?? '–';
  throw new ConflictError({ id: `decided.${row.status}`, args: { name } });
}

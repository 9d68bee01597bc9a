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

type Row<T extends StatefulTable> = Selectable<Database[T]>;

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
): Promise<Row<T>> {
  const { rows } = await sql<Row<T> & { status: string }>`
    select * from ${sql.table(table)} where merchant_id = ${merchantId} and id = ${idOrNone(id)} for update`.execute(
    tx,
  );
  const row = orNotFound(rows[0]);
  if (nextStates(table, row.status).includes(to)) return row;
  throw await decidedError(tx, table, row.status, { merchantId, id, ...(ownLog && { ownLog }) });
}

/**
 * Locks several rows of a tenant, always in the order of their IDs to avoid deadlocks.
 * @param moves IDs of existing rows and what they are to become. The second move of a row counts as too late.
 * @returns each move with its row, in the order of `moves`
 * @throws errors of `lockForMove` if one row can't be moved
 */
export async function lockAllForMove<T extends StatefulTable, M extends Pick<Move<T>, 'id' | 'to'>>(
  tx: Tx,
  table: T,
  merchantId: string,
  moves: readonly M[],
): Promise<{ move: M; row: Row<T> }[]> {
  const { rows } = await sql<Row<T> & { id: string; status: string }>`
    select * from ${sql.table(table)}
    where merchant_id = ${merchantId} and id = any (${moves.map(({ id }) => id)}::uuid[])
    order by id for update`.execute(tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const locked: { move: M; row: Row<T> }[] = [];
  const moved = new Map<string, string>();
  for (const move of moves) {
    const row = orNotFound(byId.get(move.id));
    const status = moved.get(move.id) ?? row.status;
    const isAllowed = nextStates(table, status).includes(move.to);
    if (!isAllowed) throw await decidedError(tx, table, status, { merchantId, id: move.id });
    locked.push({ move, row });
    moved.set(move.id, move.to);
  }
  return locked;
}

async function decidedError(
  tx: Tx,
  resource: StatefulTable,
  status: string,
  { merchantId, id, ownLog }: Pick<Move<StatefulTable>, 'merchantId' | 'id' | 'ownLog'>,
): Promise<ConflictError> {
  const colleague = ownLog ? await lastActor(tx, ownLog, id) : null;
  const name = colleague ?? (await lastActor(tx, { merchantId, resource }, id)) ?? '–';
  return new ConflictError({ id: `decided.${status}`, args: { name } });
}

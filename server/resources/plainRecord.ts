import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';
import { idOrNone } from '#server/db/rows.ts';
import { orNotFound } from '#server/errors.ts';
import type { Actor, RecordWriter, Target, Values, WireRecord } from './RecordSource.ts';
import type { ActionHandler } from './ResourceBackend.ts';

type Row = { id: string } & Record<string, unknown>;

/** A row in API form: amounts as digits, times in ISO 8601 UTC, without the tenant. */
export function plainRecord({ merchant_id: _, ...row }: Row): WireRecord {
  const shown = Object.entries(row).map(([column, value]): [string, unknown] => {
    if (typeof value === 'bigint') return [column, value.toString()];
    return [column, value instanceof Date ? value.toISOString() : value];
  });
  return { ...Object.fromEntries(shown), id: row.id };
}

/**
 * Reads one record as a list would return it; in a transaction including its changes.
 * @param view table or view of the resource
 * @throws {NotFoundError} if the tenant has no such record
 */
export async function readRecord(db: DbOrTx, view: string, merchantId: string, id: string): Promise<WireRecord> {
  const { rows } = await sql<Row>`
    select * from ${sql.table(view)} where merchant_id = ${merchantId} and id = ${idOrNone(id)}`.execute(db);
  return plainRecord(orNotFound(rows[0]));
}

/**
 * Turns a function on one record into an action handler that returns the updated record.
 * @param view table or view of the resource
 * @param present completes the record for the caller
 */
export function returningRecordFrom(view: string, present = (record: WireRecord, _actor: Actor) => record) {
  return (act: (...call: Parameters<ActionHandler>) => Promise<{ id: string }>): ActionHandler =>
    async (tx, call) => {
      const { id } = await act(tx, call);
      return present(await readRecord(tx, view, call.actor.merchantId, id), call.actor);
    };
}

interface RowWriter {
  create(tx: Tx, actor: Actor, values: Values): Promise<{ merchant_id: string; id: string }>;
  update(tx: Tx, actor: Actor, target: Target, values: Values): Promise<{ merchant_id: string; id: string }>;
}

/**
 * Creates and updates records by the functions of a service, and returns each as a list would.
 * @param view table or view of the resource
 */
export function writerReturningFrom(view: string, db: Db, rows: RowWriter): Pick<RecordWriter, 'create' | 'update'> {
  return {
    async create(tx, actor, values) {
      const { merchant_id, id } = await rows.create(tx, actor, values);
      return readRecord(tx, view, merchant_id, id);
    },
    update: (actor, target, values) =>
      db.transaction(async (tx) => {
        const { merchant_id, id } = await rows.update(tx, actor, target, values);
        return readRecord(tx, view, merchant_id, id);
      }),
  };
}

import { sql } from 'kysely';
import { inScope } from '@merchant-console/declaration';
import { systemActor } from '#server/audit/recordAudit.ts';
import type { Tx } from '#server/db/schema.ts';
import { AppError, UnavailableError } from '#server/errors.ts';
import { predicateSql } from '../predicateSql.ts';
import type { Acting, Slice, WireRecord } from '../RecordSource.ts';
import { scopeOf } from '../scopeOf.ts';
import { type ActionOn, actOnRows, lockForAction, scopeOfAction } from './act.ts';
import type { StoredRow } from './presentRow.ts';
import type { StoredDeps, StoredTable } from './StoredTable.ts';

/** Thrown if a record can't be changed as a scheduled action says, for example because of a rule. */
export class RecordRefusedError extends Error {
  override readonly name = 'RecordRefusedError';
  /** ID of the first record of the slice, which is the refused one if the slice has only this one. */
  readonly record: string;
  constructor(record: string, cause: AppError) {
    super(cause.message, { cause });
    this.record = record;
  }
}

interface OnSlice extends Pick<ActionOn, 'ready'> {
  acting: Acting;
  slice: Slice;
  completed: (record: WireRecord) => Promise<WireRecord>;
}

/**
 * Executes a scheduled action on the next records of a tenant that meet its condition, in the order of their IDs, as the
 * system's act.
 * @returns the last ID looked at, or null if there are no more, and how many records were changed
 * @throws {RecordRefusedError} if a record can't be changed; the transaction must be rolled back
 */
export async function actOnSlice(
  tx: Tx,
  deps: StoredDeps,
  stored: StoredTable,
  { acting, slice: { merchantId, after, most }, ready, completed }: OnSlice,
): Promise<{ last: string | null; changed: number }> {
  const { resource, clock, placeOf } = stored;
  const author = systemActor(merchantId);
  const now = clock.now();
  const when = acting.when ?? { all: [] };
  const decided = inScope(when, await scopeOf(tx, author, now, [when]), resource.name);
  const where = sql`merchant_id = ${merchantId} and ${predicateSql(decided, { fields: resource.fields })}`;
  const table = sql.table(placeOf(author).table);
  const next = await sql<{ id: string }>`
    select id from ${table} where ${where} and ${after === null ? sql`true` : sql`id > ${after}`}
    order by id limit ${most}`.execute(tx);
  const ids = next.rows.map(({ id }) => id);
  const [first] = ids;
  if (first === undefined) return { last: null, changed: 0 };
  const on = { acting, ready, scope: await scopeOfAction(tx, author, now, acting) };
  try {
    await lockForAction(tx, deps, stored, author, on);
    // Users may have changed some in between.
    const { rows } = await sql<StoredRow>`
      select * from ${table} where ${where} and id = any(${ids}::uuid[]) order by id for update`.execute(tx);
    if (rows.length > 0) await actOnRows(tx, deps, stored, author, { ...on, rows, completed });
    return { last: ids.at(-1) ?? null, changed: rows.length };
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof UnavailableError) throw error;
    throw new RecordRefusedError(first, error);
  }
}

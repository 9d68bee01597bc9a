import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { PLATFORM_ID } from './tenants.ts';

/**
 * Readers of the table `changes` find a row if it becomes visible within this time after it was written, in milliseconds.
 * That includes differences between the clocks of a cluster's nodes.
 */
export const OVERLAP_MS = 30_000;

/** A transaction that takes longer may be committed too late for readers to find all its rows. In milliseconds. */
export const LONG_TRANSACTION_MS = 10_000;

/** Resource of a row of `changes` that says that anything may have changed, in any tenant. */
export const ANYTHING = '*';

/** Makes a transaction that took long say at its end that anything may have changed. */
export function notingLong<Schema, T>(fn: (tx: Transaction<Schema>) => Promise<T>) {
  return async (tx: Transaction<Schema>): Promise<T> => {
    const begunAt = performance.now();
    const result = await fn(tx);
    if (performance.now() - begunAt > LONG_TRANSACTION_MS) await noteAnything(tx);
    return result;
  };
}

async function noteAnything(tx: QueryExecutorProvider): Promise<void> {
  await sql`insert into changes (merchant_id, resource, user_id, at)
    values (${PLATFORM_ID}, ${ANYTHING}, '00000000-0000-0000-0000-000000000000', clock_timestamp())`.execute(tx);
}

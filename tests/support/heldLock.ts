import { sql, type RawBuilder } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/connect.ts';

/**
 * Executes a statement that locks rows, in a transaction that stays open.
 * @returns what ends the transaction
 */
export async function holdLock(db: Db, locking: RawBuilder<unknown>): Promise<() => Promise<void>> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  let held = Promise.resolve();
  await new Promise<void>((locked, failed) => {
    held = db.transaction(async (tx) => {
      await locking.execute(tx);
      locked();
      await released;
    });
    held.catch(failed);
  });
  return () => (letGo(), held);
}

/** The number of connections to this PostgreSQL database that wait for a lock. */
export async function waitingForLocks({ kysely }: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely);
  return rows[0]?.waiting ?? 0;
}

/** Starts calls while rows are locked, each once the one before waits for them, so that they're done in this order. */
export async function queued(db: Db, locking: RawBuilder<unknown>, calls: readonly (() => Promise<unknown>)[]) {
  const release = await holdLock(db, locking);
  const started: Promise<unknown>[] = [];
  for (const call of calls) {
    started.push(call());
    await expect.poll(() => waitingForLocks(db)).toBe(started.length);
  }
  await release();
  return Promise.allSettled(started);
}

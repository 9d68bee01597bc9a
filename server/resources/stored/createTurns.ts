import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#server/db/connect.ts';
import { withLock } from '#server/db/withLock.ts';

/** How long a server that died while it changed tables holds the others up. */
const LOCK_TTL_MS = 10_000;
const WAIT_MS = 50;

/** @param signal aborted when another server may be at work, too */
type Work<T> = (signal: AbortSignal | undefined) => Promise<T>;

/**
 * Lets those who change the tables of declared resources do so one after the other, in this process and in all others
 * on the database.
 */
export function createTurns(db: Db): <T>(work: Work<T>) => Promise<T> {
  // The embedded database has one process, and a lock left by a killed one would only hold the next start up.
  const alone = db.kind === 'embedded' ? <T>(work: Work<T>) => work(undefined) : lockingOut(db);
  let queue: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = queue.then(() => alone(work));
    queue = turn.catch(() => {});
    return turn;
  };
}

function lockingOut(db: Db) {
  return async <T>(work: Work<T>): Promise<T> => {
    const lock = { name: 'stored_resources', holder: uuidv7(), ttlMs: LOCK_TTL_MS };
    for (;;) {
      const outcome = await withLock(db.kysely, lock, work);
      if (outcome.ran) return outcome.value;
      await sleep(WAIT_MS);
    }
  };
}

/** How long one transaction may keep others waiting, in milliseconds; 0: no limit. */
export interface Limits {
  /** One statement, waiting for locks included. */
  statementMs: number;
  /** Waiting for one lock. */
  lockMs: number;
  /** Between two statements of a transaction. */
  idleMs: number;
}

/** For calls that a user waits for: the console gives up after 5 s. Locks are held for one transaction, which takes milliseconds. */
export const REQUEST_LIMITS: Limits = { statementMs: 4_000, lockMs: 3_000, idleMs: 30_000 };

/** For background work and for exports, which read slices that stay below this. */
export const WORK_LIMITS: Limits = { statementMs: 30_000, lockMs: 10_000, idleMs: 30_000 };

/** For migrations, bulk loads and checks of the whole database. */
export const NO_LIMITS: Limits = { statementMs: 0, lockMs: 10_000, idleMs: 30_000 };

/** Time limits of a transaction, in milliseconds; 0 for no limit. */
export interface Limits {
  /** One statement, including its lock waits. */
  statementMs: number;
  /** Wait for one lock. */
  lockMs: number;
  /** Idle time between two statements of a transaction. */
  idleMs: number;
}

/**
 * For calls that a user waits for: the console gives up after 5 s. Transactions take milliseconds, so no lock is held
 * longer.
 */
export const REQUEST_LIMITS: Limits = { statementMs: 4_000, lockMs: 3_000, idleMs: 30_000 };

/** For background work and exports, which read slices that take less time. */
export const WORK_LIMITS: Limits = { statementMs: 30_000, lockMs: 10_000, idleMs: 30_000 };

/** For migrations, bulk loads and checks of the whole database. */
export const NO_LIMITS: Limits = { statementMs: 0, lockMs: 10_000, idleMs: 30_000 };

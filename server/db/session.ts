/** Result of one statement. `command` is the first word of PostgreSQL's command tag. */
export interface SessionResult<R> {
  command: string;
  rowCount: number | null;
  rows: R[];
}

/** A statement with `$1`, `$2` … for its parameters. */
export interface Statement {
  sql: string;
  parameters: unknown[];
}

/** A statement that is a transaction of its own, with what must succeed before in this transaction. */
export interface SingleStatement extends Statement {
  before: readonly Statement[];
}

/** One connection, exclusive to one caller until it is released. */
export interface PooledConnection {
  /**
   * Executes statements in one round trip, one after the other; if one fails, none after it.
   * @param statements `begin`, or others of which only the last may end the transaction
   * @returns the result of each
   */
  query<R>(statements: readonly Statement[]): Promise<SessionResult<R>[]>;
  /** @param broken true if the connection must be discarded */
  release(broken?: boolean): void;
}

/** Work in the background waits in a lane of its own, so that at most some of it is before a user's call. */
export type Lane = 'users' | 'background';

export interface ConnectionCounts {
  open: number;
  idle: number;
  /** Number of callers that wait for a connection. */
  waiting: number;
}

/** Source of connections: the single one of the embedded database, or a pool on PostgreSQL. */
export interface SessionPool {
  /** @param limits apply to all statements of the caller; ignored by the embedded database */
  connect(limits: Limits, lane?: Lane): Promise<PooledConnection>;
  /** See `Db`. Has the limits of requests. */
  single<R>(statement: SingleStatement, lane?: Lane): Promise<SessionResult<R>>;
  /** True if the database accepts writes. Asks it each time. */
  canWrite(): Promise<boolean>;
  /** See `Db`. */
  writeAs(version: number): void;
  counts(): ConnectionCounts;
  end(): Promise<void>;
}

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

/**
 * For statements that must not be in a transaction, nor in one message with another statement, such as
 * `create index concurrently`.
 */
export const ALONE: Limits = { statementMs: 0, lockMs: 0, idleMs: 0 };

/**
 * Parsers by type ID (pg_type.oid), used by both drivers on PostgreSQL's own text. Without them one driver returns int8
 * as a string and the other as a number or BigInt depending on size. A date must stay text: as a Date it would be
 * midnight UTC in one driver and local midnight in the other.
 */
export const columnParsers: Record<number, (text: string) => unknown> = {
  17: (text) => Buffer.from(text.slice(2), 'hex'), // bytea, as \x00ff
  20: BigInt, // int8
  1016: (text) => elements(text).map((element) => (element === 'NULL' ? null : BigInt(element))), // int8[]
  1082: (text) => text, // date
};

/** Elements of a one-dimensional array of numbers, `{1,NULL,3}`. */
function elements(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

/** The result of the last of some statements. */
export function lastOf<R>(results: readonly SessionResult<R>[]): SessionResult<R> {
  const last = results.at(-1);
  if (last === undefined) throw new Error('unreachable: each statement has a result');
  return last;
}

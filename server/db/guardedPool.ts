import type { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { sqlState, translateDbError, unavailable } from './dbErrors.ts';
import { LATER } from './later.ts';
import type { Standby } from './postgres/Standby.ts';
import {
  type Limits,
  REQUEST_LIMITS,
  type Lane,
  type PooledConnection,
  type SessionPool,
  type SessionResult,
  type SingleStatement,
  type Statement,
} from './session.ts';

/** Thrown if a query or transaction starts inside another transaction without using its handle. */
export class QueryOutsideTransactionError extends Error {
  constructor() {
    super("Inside a transaction, every query must use the transaction's handle");
    this.name = 'QueryOutsideTransactionError';
  }
}

/** Thrown if COMMIT was answered with ROLLBACK, because an earlier statement failed and its error was swallowed. */
export class TransactionAbortedError extends Error {
  constructor() {
    super('The transaction was rolled back because one of its statements failed, but the caller caught the error');
    this.name = 'TransactionAbortedError';
  }
}

/** State of an asynchronous context. */
interface Scope {
  /** True if a transaction is open. */
  inTransaction?: boolean;
  /** The limits of requests if absent. */
  limits?: Limits;
  /** True if the standby answers, unless in a transaction that may write. */
  fromStandby?: boolean;
  /** That of users if absent. */
  lane?: Lane;
}

export type DatabaseScope = AsyncLocalStorage<Scope>;

/** Notified of failures, which are thrown as well. */
export interface TroubleMeter {
  /** @param sqlstate undefined if the failure isn't an error of the database */
  queryFailed(sqlstate: string | undefined): void;
  /** No connection was available. */
  connectFailed(): void;
}

/**
 * Adapts a pool to Kysely's PostgreSQL dialect and enforces two rules. A connection requested inside a transaction is
 * refused: on the embedded database it would wait forever, on PostgreSQL it would silently work outside the
 * transaction. A COMMIT that PostgreSQL turned into a ROLLBACK is an error; the drivers report it as a success.
 */
export function guardedPool(
  pool: SessionPool,
  scope: DatabaseScope,
  { standby, meter }: { standby: Standby | null; meter: TroubleMeter | undefined },
): PostgresPool {
  return {
    async connect() {
      const { inTransaction = false, limits = REQUEST_LIMITS, fromStandby = false, lane } = scope.getStore() ?? {};
      if (inTransaction) throw new QueryOutsideTransactionError();
      try {
        const session = await (fromStandby && standby ? standby : pool).connect(limits, lane);
        return new GuardedClient(session, meter);
      } catch (error) {
        meter?.connectFailed();
        throw unavailable(error);
      }
    },
    end: () => pool.end(),
  };
}

/** `SessionPool.single` with the rules of `guardedPool`. */
export function guardedSingle(pool: SessionPool, scope: DatabaseScope, meter?: TroubleMeter) {
  return async <R>(statement: SingleStatement): Promise<SessionResult<R>> => {
    const { inTransaction, lane } = scope.getStore() ?? {};
    if (inTransaction) throw new QueryOutsideTransactionError();
    try {
      return await pool.single<R>(statement, lane);
    } catch (error) {
      meter?.queryFailed(sqlState(error));
      throw translateDbError(error);
    }
  };
}

/** Commands whose row counts Kysely reads. */
const COUNTED = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'] as const;

/** A statement that is sent with those around it. Nobody waits for the answer to one of `later`. */
interface Waiting {
  statement: Statement;
  answered?: (result: SessionResult<never>) => void;
  failed?: (error: unknown) => void;
}

class GuardedClient implements PostgresPoolClient {
  readonly #session: PooledConnection;
  readonly #meter: TroubleMeter | undefined;
  #waiting: Waiting[] = [];
  /** True if those that wait are sent at the end of this turn. */
  #isDue = false;
  #broken = false;

  constructor(session: PooledConnection, meter: TroubleMeter | undefined) {
    this.#session = session;
    this.#meter = meter;
  }

  query<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    sql: string | PostgresCursor<R>,
    parameters: ReadonlyArray<unknown> = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof sql !== 'string') throw new TypeError('The embedded database does not support cursors: page by key');
    if (sql.startsWith(LATER)) {
      this.#waiting.push({ statement: { sql: sql.slice(LATER.length), parameters: [...parameters] } });
      return Promise.resolve({ command: 'SELECT', rowCount: 0, rows: [] });
    }
    return sql === 'rollback' ? this.#rollback<R>() : this.#run<R>(sql, parameters);
  }

  release(): void {
    this.#session.release(this.#broken);
  }

  async #run<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>> {
    const { command, rowCount, rows } = await this.#asked<R>({ sql, parameters: [...parameters] });
    if (sql === 'commit' && command === 'ROLLBACK') throw new TransactionAbortedError();
    return { command: COUNTED.find((counted) => counted === command) ?? 'SELECT', rowCount: rowCount ?? 0, rows };
  }

  /** Statements that are asked in one turn share a message. */
  #asked<R>(statement: Statement): Promise<SessionResult<R>> {
    return new Promise((answered, failed) => {
      this.#waiting.push({ statement, answered, failed });
      if (this.#isDue) return;
      this.#isDue = true;
      // After what goes on in this turn's promises.
      process.nextTick(() => void this.#send());
    });
  }

  async #send(): Promise<void> {
    const sent = this.#waiting;
    [this.#waiting, this.#isDue] = [[], false];
    try {
      const results = await this.#session.query<never>(sent.map(({ statement }) => statement));
      for (const [index, result] of results.entries()) sent[index]?.answered?.(result);
    } catch (error) {
      this.#meter?.queryFailed(sqlState(error));
      const translated = translateDbError(error);
      for (const { failed } of sent) failed?.(translated);
    }
  }

  /** Never throws, so that the original error reaches the caller. A connection that can't roll back is discarded. */
  async #rollback<R>(): Promise<PostgresQueryResult<R>> {
    this.#waiting = this.#waiting.filter(({ answered }) => answered !== undefined);
    try {
      return await this.#run<R>('rollback', []);
    } catch {
      this.#broken = true;
      return { command: 'SELECT', rowCount: 0, rows: [] };
    }
  }
}

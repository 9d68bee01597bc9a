import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type IsolationLevel, type Transaction } from 'kysely';
import type { Clock } from '#server/clock.ts';
import { silentLog, type DbLog } from './dbLog.ts';
import { openEmbedded } from './embedded/openEmbedded.ts';
import { guardedPool, type DatabaseScope, type TroubleMeter } from './guardedPool.ts';
import { NO_LIMITS, WORK_LIMITS, type Limits } from './limits.ts';
import { openPostgres } from './postgres/postgresPool.ts';
import { retrying, type RetryMeans } from './retrying.ts';
import type { Database } from './schema.ts';
import type { ConnectionCounts, SessionPool } from './session.ts';

export interface ConnectOptions extends Partial<RetryMeans> {
  /** `postgres://user:password@host:port/name`. Absent: the embedded database. */
  databaseUrl?: string | null | undefined;
  /** Folder of the embedded database. */
  dataDir: string;
  clock: Clock;
  log?: DbLog;
  /** The embedded database broke down and answers no more; a good moment to end the process. */
  onCrash?: (error: Error) => void;
  /** Told of statements that fail. */
  meter?: TroubleMeter | undefined;
  /** How long PostgreSQL may take to accept a connection. */
  connectTimeoutMs?: number;
}

export interface TransactionOptions {
  isolationLevel?: IsolationLevel;
  /** On PostgreSQL; those around it if absent, which are a request's unless `patiently` gave others. */
  limits?: Limits;
}

/** A database, the embedded one or PostgreSQL. Both give int8 as bigint, numeric and date as text, timestamptz as Date. */
export interface Db<Schema = Database> {
  readonly kind: 'embedded' | 'postgres';
  /** For single statements. Inside a transaction only the transaction's own handle works. */
  readonly kysely: Kysely<Schema>;
  /**
   * Runs `fn` in a transaction (READ COMMITTED unless said otherwise) and commits it. When the database reports a
   * conflict with another transaction, all is undone and `fn` runs again, so it must do nothing outside of the
   * database: no mail, no call, no change to a variable outside. On the embedded database transactions queue.
   * @throws TransactionConflictError after 10 tries, TransactionAbortedError, and whatever `fn` throws
   */
  transaction<T>(fn: (tx: Transaction<Schema>) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs `fn` with the limits of background work: all that it begins may take longer than a request's statements. */
  patiently<T>(fn: () => T): T;
  /** True if the database answers and takes writes. The answer is used again for a second. Never rejects. */
  canWrite(): Promise<boolean>;
  /**
   * Refreshes what the planner knows. PostgreSQL does this by itself and needs it only after a bulk load; the embedded
   * database has no background work, so there it also reclaims dead rows and wants calling once an hour or so.
   */
  maintain(): Promise<void>;
  /** How its connections are used at the moment. */
  connections(): ConnectionCounts;
  /** Waits for what runs, then closes. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Opens the database that the options name.
 * @throws DatabaseUnreachableError, or the errors of `openEmbedded`
 */
export async function connect<Schema = Database>(options: ConnectOptions): Promise<Db<Schema>> {
  const { databaseUrl, random = Math.random, sleep: pause = sleep } = options;
  const scope: DatabaseScope = new AsyncLocalStorage();
  const pool = await openPool(options);
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: guardedPool(pool, scope, options.meter) }),
  });
  const kind = databaseUrl ? 'postgres' : 'embedded';
  return {
    kind,
    kysely,
    transaction: (fn, { isolationLevel = 'read committed', limits } = {}) => {
      const around = { ...scope.getStore(), ...(limits && { limits }) };
      const attempt = () =>
        kysely
          .transaction()
          .setIsolationLevel(isolationLevel)
          .execute((tx) => scope.run({ ...around, inTransaction: true }, () => fn(tx)));
      return retrying(() => scope.run(around, attempt), { random, sleep: pause });
    },
    patiently: (fn) => scope.run({ ...scope.getStore(), limits: WORK_LIMITS }, fn),
    canWrite: () => pool.canWrite().catch(() => false),
    maintain: async () => {
      const statement = sql.raw(kind === 'embedded' ? 'vacuum (analyze)' : 'analyze');
      await scope.run({ ...scope.getStore(), limits: NO_LIMITS }, () => statement.execute(kysely));
    },
    connections: () => pool.counts(),
    close: once(async () => {
      await pool.end();
      // Node would go on to carry it along with every promise of the process.
      scope.disable();
    }),
  };
}

function openPool(options: ConnectOptions): Promise<SessionPool> {
  const { databaseUrl, log = silentLog, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const onCrash = (error: Error) => {
    log.error({ err: error }, error.message);
    options.onCrash?.(error);
  };
  if (!databaseUrl) return openEmbedded({ dataDir: options.dataDir, clock: options.clock, log, onCrash });
  return openPostgres({ databaseUrl, connectTimeoutMs, log });
}

function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IsolationLevel, Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Clock } from '#server/clock.ts';
import { UnavailableError } from '#server/errors.ts';
import { sqlState } from './dbErrors.ts';
import { type DbLog, silentLog } from './dbLog.ts';
import { openEmbedded } from './embedded/openEmbedded.ts';
import { type DatabaseScope, guardedPool, guardedSingle, type TroubleMeter } from './guardedPool.ts';
import { openPostgres } from './postgres/openPostgres.ts';
import { isOfStandby, type ReadMeter, Standby, type StandbyTimes } from './postgres/Standby.ts';
import { notingLong } from './longTransactions.ts';
import { withoutTurns } from './together.ts';
import type { Database } from './schema.ts';
import {
  ALONE,
  type ConnectionCounts,
  type Limits,
  NO_LIMITS,
  type SessionPool,
  type Statement,
  WORK_LIMITS,
} from './session.ts';

export interface ConnectOptions extends Partial<RetryDeps> {
  /** `postgres://user:password@host:port/name`. If absent, the embedded database is used. */
  databaseUrl?: string | null | undefined;
  /** The same for a standby of that database, which answers the reads of `fromStandby`. */
  readUrl?: string | null | undefined;
  standbyTimes?: StandbyTimes;
  /** Folder of the embedded database. */
  dataDir: string;
  clock: Clock;
  log?: DbLog;
  /** Called if the embedded database has crashed and can't answer any more. A good moment to end the process. */
  onCrash?: (error: Error) => void;
  /** Notified of statements that fail, and of reads that the standby may answer. */
  meter?: (TroubleMeter & ReadMeter) | undefined;
  /** Time PostgreSQL may take to accept a connection. */
  connectTimeoutMs?: number;
}

interface TransactionOptions {
  isolationLevel?: IsolationLevel;
  /** Limits on PostgreSQL. If absent, those of the surrounding `patiently`, otherwise those of requests. */
  limits?: Limits;
  /** Refuses writes. Within `fromStandby`, the standby may execute it. */
  readOnly?: boolean;
}

/**
 * A connected database, embedded or PostgreSQL. Both return int8 as bigint, numeric and date as text, timestamptz as
 * Date.
 */
export interface Db<Schema = Database> {
  readonly kind: 'embedded' | 'postgres';
  /** For single statements. Inside a transaction use only the transaction's own handle. */
  readonly kysely: Kysely<Schema>;
  /**
   * Runs `fn` in a transaction (READ COMMITTED by default) and commits it. On a conflict with another transaction it
   * rolls back and runs `fn` again, so `fn` must have no side effects outside the database. Transactions queue on the
   * embedded database.
   * @throws {TransactionConflictError} after 10 attempts
   * @throws {TransactionAbortedError} if a statement failed and `fn` swallowed its error; also rethrows errors of `fn`
   */
  transaction<T>(fn: (tx: Transaction<Schema>) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs one statement as a transaction of its own, in one round trip, with the limits of requests. For statements that
   * are sent often and find their rows by key: PostgreSQL prepares them once per connection, and those of concurrent
   * callers share messages. Retried on a conflict, as `transaction` is.
   * @param text with `$1`, `$2` … for the parameters; the same at each call
   * @param assertions statements to execute before, in the same round trip; if one fails, the statement isn't executed
   * @throws {TransactionConflictError} after 10 attempts
   */
  single<R>(text: string, parameters: readonly unknown[], assertions?: readonly Statement[]): Promise<R[]>;
  /**
   * From now on, each message that begins a transaction asks the database whether this version may still write. If not,
   * every call of this process throws a ReplacedVersionError from then on. No-op on the embedded database, which has one
   * process.
   * @param version number of the program's newest migration
   */
  writeAs(version: number): void;
  /** Runs `fn` with the limits of background work, which are longer than those of requests. */
  patiently<T>(fn: () => T): T;
  /**
   * Runs background work `fn`, which uses at most some of the connections at once, so that it doesn't keep users waiting.
   * The other work of the process that `fn` starts is in the background, too.
   */
  inBackground<T>(fn: () => T): T;
  /**
   * Runs `fn`, whose reads may be answered by the standby, if the server has one that has replayed everything committed
   * so far: single statements of `kysely` and `readOnly` transactions. So a user never sees less than before. The primary
   * answers if the standby is late, absent or lost while `fn` runs. Costs two light round trips, so use it for heavy reads.
   */
  fromStandby<T>(fn: () => Promise<T>): Promise<T>;
  /** Executes a statement that can't run in a transaction, such as `create index concurrently`. Without limits. */
  executeAlone(statement: RawBuilder<unknown>): Promise<void>;
  /** True if the database answers and accepts writes. Cached for one second. Never rejects. */
  canWrite(): Promise<boolean>;
  /**
   * Refreshes the planner's statistics. PostgreSQL does so by itself and needs this only after a bulk load. The
   * embedded database has no autovacuum, so there it also reclaims dead rows; call it about once an hour. Each table is
   * a statement of its own, so other calls aren't kept waiting for long.
   */
  maintain(): Promise<void>;
  /** Current use of the connections. */
  connections(): ConnectionCounts;
  /** Waits for running statements, then closes. */
  close(): Promise<void>;
}

/** Default time in which PostgreSQL must accept a connection. */
export const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Opens the configured database.
 * @throws {DatabaseUnreachableError} if PostgreSQL can't be used; also the errors of `openEmbedded`
 */
export async function connect<Schema = Database>(options: ConnectOptions): Promise<Db<Schema>> {
  const { databaseUrl, random = Math.random, sleep: pause = sleep } = options;
  const scope: DatabaseScope = new AsyncLocalStorage();
  const pool = await openPool(options);
  const standby = openStandby(pool, options);
  const guarded = guardedPool(pool, scope, { standby, meter: options.meter });
  const single = guardedSingle(pool, scope, options.meter);
  const dialect = new PostgresDialect({ pool: guarded });
  const kysely = new Kysely<Schema>({ dialect });
  const kind = databaseUrl ? 'postgres' : 'embedded';
  return {
    kind,
    kysely,
    transaction: async (fn, { isolationLevel = 'read committed', limits, readOnly = false } = {}) => {
      const store = scope.getStore();
      const around = { ...store, ...(limits && { limits }), fromStandby: false };
      const attempt = (where: typeof around) => {
        const begun = kysely.transaction().setIsolationLevel(isolationLevel);
        const inside = { ...where, inTransaction: true };
        const run = readOnly || where.limits?.statementMs === 0 ? fn : notingLong(fn);
        return scope.run(where, () =>
          (readOnly ? begun.setAccessMode('read only') : begun).execute((tx) =>
            scope.run(inside, async () => run(await withoutTurns(tx, dialect))),
          ),
        );
      };
      try {
        if (readOnly && store?.fromStandby) return await attempt({ ...around, fromStandby: true });
      } catch (error) {
        if (!isOfStandby(error)) throw error;
      }
      return retrying(() => attempt(around), { random, sleep: pause });
    },
    single: <R>(text: string, parameters: readonly unknown[], assertions: readonly Statement[] = []) => {
      const attempt = () => single<R>({ sql: text, parameters: [...parameters], before: assertions });
      return retrying(async () => (await attempt()).rows, { random, sleep: pause });
    },
    writeAs: (version) => pool.writeAs(version),
    patiently: (fn) => scope.run({ ...scope.getStore(), limits: WORK_LIMITS }, fn),
    inBackground: (fn) => scope.run({ ...scope.getStore(), lane: 'background' }, fn),
    fromStandby: async (fn) => {
      const around = scope.getStore();
      if (standby === null || around?.inTransaction || around?.fromStandby) return fn();
      return (await standby.isCaughtUp()) ? scope.run({ ...around, fromStandby: true }, fn) : fn();
    },
    executeAlone: async (statement) => {
      await scope.run({ ...scope.getStore(), limits: ALONE }, () => statement.execute(kysely));
    },
    canWrite: () => pool.canWrite().catch(() => false),
    maintain: () =>
      scope.run({ ...scope.getStore(), limits: NO_LIMITS }, async () => {
        if (kind === 'postgres') await sql`analyze`.execute(kysely);
        else
          for (const { name } of await grownTables(kysely)) await sql.raw(`vacuum (analyze) ${name}`).execute(kysely);
      }),
    connections: () => pool.counts(),
    close: once(async () => {
      await Promise.all([pool.end(), standby?.end()]);
      // Otherwise Node would propagate the async context with every promise of the process.
      scope.disable();
    }),
  };
}

/**
 * Tables for which PostgreSQL's own assumption of ten pages isn't too high. If it knew how small the others are, it would
 * prepare the checks of their foreign keys as scans of the table, and keep these plans while thousands of rows are added.
 */
async function grownTables<Schema>(db: Kysely<Schema>): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and pg_relation_size(oid) >= 10 * current_setting('block_size')::integer`.execute(db);
  return rows;
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

function openStandby(
  primary: SessionPool,
  { databaseUrl, readUrl, standbyTimes: times, meter, log = silentLog, connectTimeoutMs }: ConnectOptions,
): Standby | null {
  if (!databaseUrl || !readUrl) return null;
  return new Standby({
    url: readUrl,
    primary,
    meter,
    times,
    log,
    connectTimeoutMs: connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
  });
}

function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}

/** serialization_failure and deadlock_detected: the transaction was rolled back completely and can be retried. */
const RETRIED = ['40001', '40P01'];
const MAX_TRIES = 10;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/** Thrown if a transaction lost against others in every attempt. `cause` is the last error. */
export class TransactionConflictError extends UnavailableError {
  constructor(cause: unknown) {
    super(`The transaction conflicted with others in ${MAX_TRIES} attempts`, cause);
  }
}

interface RetryDeps {
  /** In [0, 1). */
  random: () => number;
  sleep: (milliseconds: number) => Promise<unknown>;
}

/**
 * Retries a transaction while the database reports a conflict. The pause before attempt n is random between 0 and 5,
 * 10, 20 … 250 ms, so that colliding transactions separate.
 * @throws {TransactionConflictError} after 10 attempts; rethrows any other error of `attempt` immediately
 */
export async function retrying<T>(attempt: () => Promise<T>, { random, sleep: pause }: RetryDeps): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!RETRIED.includes(sqlState(error) ?? '')) throw error;
      if (tries === MAX_TRIES) throw new TransactionConflictError(error);
      await pause(random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)));
    }
  }
}

import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isGone } from '../dbErrors.ts';
import type { DbLog } from '../dbLog.ts';
import { Places } from '../Places.ts';
import {
  type Lane,
  lastOf,
  columnParsers,
  type ConnectionCounts,
  type Limits,
  REQUEST_LIMITS,
  type PooledConnection,
  type SessionPool,
  type SessionResult,
  type SingleStatement,
} from '../session.ts';
import { LOWEST_VERSION, WriterCheck } from '../writerVersions.ts';
import { findHost, type Role } from './findHost.ts';
import { inMessages } from './inMessages.ts';
import { PostgresSession, prepareConnection } from './PostgresSession.ts';
import { Presence } from './Presence.ts';
import { StatementNames } from './StatementNames.ts';

export interface PoolOptions {
  /** Time a connection may take to open or become free. */
  connectTimeoutMs: number;
  log: DbLog;
  /** A standby serves reads only. */
  role: Role;
}

/** Messages when the hosts can't be used any more. */
const AWAY = {
  primary: 'The database is unavailable: requests are rejected until it is back',
  standby: 'The standby is unavailable: the primary answers its reads until it is back',
};

const BACK = { primary: 'The database is available again', standby: 'The standby is available again' };

/** PostgreSQL allows 100 connections by default; 10 per server leave room for several servers. */
const MAX_CONNECTIONS = 10;
/** The background leaves the others to users. */
const BACKGROUND_CONNECTIONS = 4;
const CONNECTIONS = { users: MAX_CONNECTIONS, background: BACKGROUND_CONNECTIONS };
const IDLE_TIMEOUT_MS = 30_000;
/** Maximum age of a connection, after which DNS changes and nodes added behind a pooler take effect. */
const MAX_LIFETIME_SECONDS = 1_800;
/** TCP keep-alive: the system probes an idle connection after this time, and closes it 10 s later. */
const KEEP_ALIVE_MS = 5_000;
/** Single statements that share a message at most. */
const MOST_TOGETHER = 20;
/** Messages of single statements at once. Later statements wait to share the next message. */
const MESSAGES_AT_ONCE = { users: 2, background: 1 };
/** Interval of checks while the database is away. */
const ASK_EVERY_MS = 1_000;
/** How long `canWrite` is cached. */
const WRITABLE_FOR_MS = 1_000;
/** Interval at which a server asks whether its version may still write, apart from its transactions. */
const VERSION_EVERY_MS = 1_000;
/** If the database has answered any statement within this time, it is available. */
const ANSWERED_LATELY_MS = 1_000;
/** Start of pg's error if no connection became free in time. It doesn't mean that connections are broken. */
const BUSY = /^timeout exceeded/;

/**
 * Pool of connections to the writable host, or to a standby. After one was silent or lost, all are distrusted: the hosts are checked and
 * new connections replace the old. Callers fail immediately while no host can be used.
 */
export class PostgresPool implements SessionPool {
  readonly #hosts: readonly string[];
  readonly #options: PoolOptions;
  readonly #presence: Presence;
  readonly #sockets = new Set<Socket>();
  readonly #closed = new AbortController();
  /** Connections that have the limits of requests themselves. */
  readonly #limited = new WeakSet<object>();
  readonly #names = new StatementNames();
  readonly #writers: WriterCheck;
  #versionTimer: NodeJS.Timeout | undefined;
  #host: string;
  #pool: pg.Pool;
  /** True if the pool's connections must be replaced. */
  #isStale = false;
  /** Time of the last answer to any statement. */
  #answeredAt = -Infinity;
  #askedAt = -Infinity;
  #writable: Promise<boolean> = Promise.resolve(false);
  readonly #singles = { users: this.#messages('users'), background: this.#messages('background') };
  readonly #background = new Places(BACKGROUND_CONNECTIONS);
  /** True if connections lead to PostgreSQL itself, not to a pooler. */
  #isDirect = false;
  /** Pending `end` calls of this pool and of replaced ones. */
  readonly #ends: Promise<void>[] = [];

  constructor(hosts: readonly string[], host: string, options: PoolOptions) {
    const { log, role } = options;
    [this.#hosts, this.#options, this.#host] = [hosts, options, host];
    this.#pool = this.#poolOn(host);
    this.#writers = new WriterCheck((error) => log.error({}, error.message));
    let awaySince = 0;
    this.#presence = new Presence({
      ask: () => this.#find(),
      onAway: (error) => {
        awaySince = performance.now();
        log.error({ err: error }, AWAY[role]);
        // Pending statements would never be answered.
        for (const socket of this.#sockets) socket.destroy();
      },
      onBack: () => log.warn({ awayMs: Math.round(performance.now() - awaySince) }, BACK[role]),
      rest: () => pause(ASK_EVERY_MS, undefined, { signal: this.#closed.signal, ref: false }).catch(() => {}),
    });
  }

  async connect(limits: Limits, lane: Lane = 'users'): Promise<PooledConnection> {
    if (lane === 'users') return this.#session(limits);
    const leave = await this.#background.take();
    try {
      return await this.#session(limits, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  single<R>(statement: SingleStatement, lane?: Lane): Promise<SessionResult<R>>;
  single(statement: SingleStatement, lane: Lane = 'users'): Promise<SessionResult<unknown>> {
    return this.#singles[lane](statement);
  }

  #messages(lane: Lane) {
    return inMessages({
      most: () => (this.#isDirect ? MOST_TOGETHER : 1),
      atOnce: () => (this.#isDirect ? MESSAGES_AT_ONCE : CONNECTIONS)[lane],
      send: async (statements: readonly SingleStatement[]) => {
        const session = await this.#session(REQUEST_LIMITS);
        try {
          const answers = session.singles(statements);
          return { answers, done: Promise.allSettled(answers).then(() => session.release()) };
        } catch (error) {
          session.release(true);
          throw error;
        }
      },
    });
  }

  async #session(limits: Limits, onReleased = () => {}): Promise<PostgresSession> {
    this.#writers.pass();
    await this.#presence.passed();
    const pool = this.#pool;
    const onGone = (error: unknown) => this.#doubt(pool, error);
    try {
      const client = await this.#free(pool);
      const isLimited = this.#limited.has(client);
      const onAnswer = () => (this.#answeredAt = performance.now());
      const shared = { names: this.#names, writers: this.#writers };
      return new PostgresSession({ client, limits, isLimited, ...shared, onAnswer, onGone, onReleased });
    } catch (error) {
      if (isGone(error)) onGone(error);
      throw error;
    }
  }

  /** Cached for one second, so that load balancers may poll as often as they like. */
  async canWrite(): Promise<boolean> {
    const { aborted: isClosed } = this.#closed.signal;
    if (isClosed || this.#presence.isAway || this.#writers.isReplaced) return false;
    const now = performance.now();
    if (now - this.#askedAt > WRITABLE_FOR_MS) [this.#askedAt, this.#writable] = [now, this.#askWritable()];
    return this.#writable;
  }

  async #askWritable(): Promise<boolean> {
    const session = await this.connect(REQUEST_LIMITS);
    const pool = this.#pool;
    try {
      const sql = `select current_setting('transaction_read_only') as read_only`;
      const { rows } = lastOf(await session.query<{ read_only: string }>([{ sql, parameters: [] }]));
      const canWrite = rows[0]?.read_only === 'off';
      if (!canWrite) this.#doubt(pool, null);
      return canWrite;
    } finally {
      session.release();
    }
  }

  writeAs(version: number): void {
    this.#writers.writeAs(version);
    clearInterval(this.#versionTimer);
    this.#versionTimer = setInterval(() => void this.#askVersion().catch(() => {}), VERSION_EVERY_MS).unref();
  }

  /** Stops reads as well, on a server without transactions. */
  async #askVersion(): Promise<void> {
    const session = await this.connect(REQUEST_LIMITS);
    try {
      const { rows } = lastOf(await session.query([{ sql: LOWEST_VERSION, parameters: [] }]));
      this.#writers.judge(rows[0]);
    } finally {
      session.release();
    }
  }

  counts(): ConnectionCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  }

  async end(): Promise<void> {
    this.#presence.close();
    clearInterval(this.#versionTimer);
    this.#closed.abort();
    this.#ends.push(this.#pool.end());
    await Promise.all(this.#ends);
  }

  /** A pooled connection. Waits twice as long while the database answers other callers. */
  async #free(pool: pg.Pool): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isBusy(error) || performance.now() - this.#answeredAt > ANSWERED_LATELY_MS) throw error;
      return pool.connect();
    }
  }

  /** @param pool the pool of the lost connection; ignored if it has been replaced already */
  #doubt(pool: pg.Pool, error: unknown): void {
    if (pool !== this.#pool) return;
    // A database that answers others is overloaded. Checking it would add to the load.
    if (isBusy(error) && performance.now() - this.#answeredAt < this.#options.connectTimeoutMs) return;
    if (!isBusy(error)) this.#isStale = true;
    this.#presence.doubt();
  }

  async #find(): Promise<void> {
    const { connectTimeoutMs, role } = this.#options;
    const host = await findHost(this.#hosts, connectTimeoutMs, role);
    if (this.#closed.signal.aborted) return;
    if (host === this.#host && !this.#isStale && !this.#presence.isAway) return;
    const replaced = this.#pool;
    [this.#host, this.#pool, this.#isStale] = [host, this.#poolOn(host), false];
    // Statements on the old connections run to their end.
    this.#ends.push(replaced.end());
  }

  #poolOn(host: string): pg.Pool {
    const pool = new pg.Pool({
      connectionString: host,
      application_name: 'merchant-console',
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: this.#options.connectTimeoutMs,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: { getTypeParser },
      stream: () => this.#socket(),
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types don't say
      onConnect: async (client: pg.ClientBase) => {
        this.#isDirect = await prepareConnection(client, this.#options.role);
        if (this.#isDirect) this.#limited.add(client);
      },
    });
    // Without a listener an 'error' event ends the process.
    pool.on('error', (error) => {
      if (pool !== this.#pool || this.#presence.isAway) return;
      this.#options.log.warn({ err: error }, 'An idle database connection was lost');
      this.#doubt(pool, error);
    });
    // The pool doesn't listen between handing out a new connection and the session's first listener, and the packet
    // that opened the connection may also end it. The next statement reports the loss.
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  }

  #socket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && BUSY.test(error.message);
}

function getTypeParser(oid: number): unknown {
  return columnParsers[oid] ?? pg.types.getTypeParser(oid);
}

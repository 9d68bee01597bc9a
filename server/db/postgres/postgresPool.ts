import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { columnParsers } from '../columnParsers.ts';
import { isGone } from '../dbErrors.ts';
import type { DbLog } from '../dbLog.ts';
import { REQUEST_LIMITS, type Limits } from '../limits.ts';
import type { ConnectionCounts, Session, SessionPool } from '../session.ts';
import { databaseHosts, placeOf } from './databaseHosts.ts';
import { findWritable, reasonOf } from './findWritable.ts';
import { PostgresSession, prepareConnection } from './PostgresSession.ts';
import { Presence } from './Presence.ts';

/** PostgreSQL did not answer, or refused the connection. The message names host and database, never the password. */
export class DatabaseUnreachableError extends Error {
  constructor(cause: unknown) {
    super(`The database cannot be used: ${reasonOf(cause)}`, { cause });
    this.name = 'DatabaseUnreachableError';
  }
}

export interface PostgresOptions {
  databaseUrl: string;
  /** How long a connection may take to open, or to become free. */
  connectTimeoutMs: number;
  log: DbLog;
}

/** PostgreSQL's own default allows 100 connections; 10 a server leave room for several servers. */
const MAX_CONNECTIONS = 10;
const IDLE_TIMEOUT_MS = 30_000;
/** Names that lead to another host by now, and nodes added behind a pooler, are used within this. */
const MAX_LIFETIME_SECONDS = 1_800;
/** A connection on which nothing comes is checked after this by the system, which ends it 10 s later. */
const KEEP_ALIVE_MS = 5_000;
/** How often a database that is away is asked whether it is back. */
const ASK_EVERY_MS = 1_000;
/** How long the answer to `canWrite` is used again. */
const WRITABLE_FOR_MS = 1_000;
/** A database that has answered somebody within this is there. */
const ANSWERED_LATELY_MS = 1_000;
/** How pg's error begins if no connection became free in time. It says nothing of the connections there are. */
const BUSY = /^timeout exceeded/;

/**
 * Opens a pool on the first host that takes writes, so that a wrong address is known at the start.
 * @throws {DatabaseUrlError} if the URL is malformed
 * @throws {DatabaseUnreachableError} if no host can be used
 */
export async function openPostgres(options: PostgresOptions): Promise<SessionPool> {
  const hosts = databaseHosts(options.databaseUrl);
  try {
    const host = await findWritable(hosts, options.connectTimeoutMs);
    const pool = new PostgresPool(hosts, host, options);
    const session = await pool.connect(REQUEST_LIMITS).catch(async (error: unknown) => {
      await pool.end();
      throw new Error(`${placeOf(host)}: ${reasonOf(error)}`, { cause: error });
    });
    session.release();
    return pool;
  } catch (error) {
    throw new DatabaseUnreachableError(error);
  }
}

/**
 * Connections to the one host that takes writes. They are not trusted any longer once one of them was silent or lost:
 * the hosts are asked, and new connections replace all. While no host can be used nobody waits for one.
 */
class PostgresPool implements SessionPool {
  readonly #hosts: readonly string[];
  readonly #options: PostgresOptions;
  readonly #presence: Presence;
  readonly #sockets = new Set<Socket>();
  readonly #closed = new AbortController();
  /** Connections that have the limits of requests by themselves. */
  readonly #limited = new WeakSet<object>();
  #host: string;
  #pool: pg.Pool;
  /** True if the pool's connections must be replaced. */
  #isStale = false;
  /** When the database has last answered a statement. */
  #answeredAt = -Infinity;
  #askedAt = -Infinity;
  #writable: Promise<boolean> = Promise.resolve(false);
  /** Ends of pools that were replaced and of this one. */
  readonly #ends: Promise<void>[] = [];

  constructor(hosts: readonly string[], host: string, options: PostgresOptions) {
    const { log } = options;
    [this.#hosts, this.#options, this.#host] = [hosts, options, host];
    this.#pool = this.#poolOn(host);
    let awaySince = 0;
    this.#presence = new Presence({
      ask: () => this.#find(),
      onAway: (error) => {
        awaySince = performance.now();
        log.error({ err: error }, 'The database is away: calls are refused until it is back');
        // Whoever waits for an answer would wait for nothing.
        for (const socket of this.#sockets) socket.destroy();
      },
      onBack: () => log.warn({ awayMs: Math.round(performance.now() - awaySince) }, 'The database is back'),
      rest: () => pause(ASK_EVERY_MS, undefined, { signal: this.#closed.signal, ref: false }).catch(() => {}),
    });
  }

  async connect(limits: Limits): Promise<Session> {
    await this.#presence.passed();
    const pool = this.#pool;
    const onGone = (error: unknown) => this.#doubt(pool, error);
    try {
      const client = await this.#free(pool);
      const isSet = limits === REQUEST_LIMITS && this.#limited.has(client);
      const onAnswer = () => (this.#answeredAt = performance.now());
      return new PostgresSession({ client, limits, isSet, onAnswer, onGone });
    } catch (error) {
      if (isGone(error)) onGone(error);
      throw error;
    }
  }

  /** Uses an answer again for a second, so that load balancers may ask as often as they like. */
  async canWrite(): Promise<boolean> {
    const { aborted: isClosed } = this.#closed.signal;
    if (isClosed || this.#presence.isAway) return false;
    const now = performance.now();
    if (now - this.#askedAt > WRITABLE_FOR_MS) [this.#askedAt, this.#writable] = [now, this.#askWritable()];
    return this.#writable;
  }

  async #askWritable(): Promise<boolean> {
    const session = await this.connect(REQUEST_LIMITS);
    const pool = this.#pool;
    try {
      const { rows } = await session.query<{ read_only: string }>(
        `select current_setting('transaction_read_only') as read_only`,
        [],
      );
      const canWrite = rows[0]?.read_only === 'off';
      if (!canWrite) this.#doubt(pool, null);
      return canWrite;
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
    this.#closed.abort();
    this.#ends.push(this.#pool.end());
    await Promise.all(this.#ends);
  }

  /** A connection of the pool. While the database answers others, callers wait for one twice as long. */
  async #free(pool: pg.Pool): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isBusy(error) || performance.now() - this.#answeredAt > ANSWERED_LATELY_MS) throw error;
      return pool.connect();
    }
  }

  /** @param pool the one whose connection was lost; of one that was replaced it is no news */
  #doubt(pool: pg.Pool, error: unknown): void {
    if (pool !== this.#pool) return;
    // A database that answers others has too much to do: asking whether it is there would add to that.
    if (isBusy(error) && performance.now() - this.#answeredAt < this.#options.connectTimeoutMs) return;
    if (!isBusy(error)) this.#isStale = true;
    this.#presence.doubt();
  }

  async #find(): Promise<void> {
    const host = await findWritable(this.#hosts, this.#options.connectTimeoutMs);
    if (host === this.#host && !this.#isStale && !this.#presence.isAway) return;
    const replaced = this.#pool;
    [this.#host, this.#pool, this.#isStale] = [host, this.#poolOn(host), false];
    // What is under way on them goes on to its end.
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
        if (await prepareConnection(client)) this.#limited.add(client);
      },
    });
    // Without a listener an 'error' event ends the process.
    pool.on('error', (error) => {
      if (pool !== this.#pool || this.#presence.isAway) return;
      this.#options.log.warn({ err: error }, 'An idle database connection was lost');
      this.#doubt(pool, error);
    });
    // Nor does the pool listen between its handing a new connection out and the session's listening, and what ends the
    // connection may be in the same packet that opened it. Whoever has it is told by the next statement.
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

import pg from 'pg';
import { columnParsers } from '../columnParsers.ts';
import type { Session, SessionPool, SessionResult } from '../session.ts';

/** PostgreSQL did not answer, or refused the connection. The message names host and database, never the password. */
export class DatabaseUnreachableError extends Error {
  constructor(databaseUrl: string, cause: unknown) {
    super(`The database ${placeOf(databaseUrl)} cannot be used: ${reasonOf(cause)}`, { cause });
    this.name = 'DatabaseUnreachableError';
  }
}

export interface PostgresOptions {
  databaseUrl: string;
  /** How long a connection may take to open, or to become free. */
  connectTimeoutMs: number;
  /** A connection failed while nobody used it; it is replaced at the next use. */
  onIdleError: (error: Error) => void;
}

/** PostgreSQL's own default allows 100 connections; 10 a server leave room for several servers. */
const MAX_CONNECTIONS = 10;
const IDLE_TIMEOUT_MS = 30_000;
/** The console gives up on a call after 5 s; exports and statistics read in pieces that stay below this. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Locks are held for one transaction, which takes milliseconds. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Opens a pool and makes one connection, so that a wrong address is known at the start.
 * Behind pgbouncer its `ignore_startup_parameters` must list the three timeouts. Statements are never prepared by
 * name: in pgbouncer's transaction mode the next one may run on another connection that does not know the name.
 * @throws DatabaseUnreachableError
 */
export async function openPostgres(options: PostgresOptions): Promise<SessionPool> {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    application_name: 'merchant-console',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: options.connectTimeoutMs,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
  });
  // Without a listener an 'error' event ends the process.
  pool.on('error', options.onIdleError);
  // Nor does the pool listen between its handing a new connection out and the session's listening, and what ends the
  // connection may be in the same packet that opened it. Whoever has it is told by the next statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new DatabaseUnreachableError(options.databaseUrl, error);
  }
  return {
    connect: async () => new PostgresSession(await pool.connect()),
    counts: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  };
}

function getTypeParser(oid: number): unknown {
  return columnParsers[oid] ?? pg.types.getTypeParser(oid);
}

/** The part of pg's client that is used here, typed so that it takes Kysely's row types. */
interface Client {
  query<R>(sql: string, parameters: unknown[]): Promise<SessionResult<R>>;
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
  release(broken: boolean): void;
}

class PostgresSession implements Session {
  readonly #client: Client;
  #broken = false;
  readonly #onError = () => {
    this.#broken = true;
  };

  constructor(client: Client) {
    this.#client = client;
    // The pool listens only while a connection is idle. One that drops between two statements of a transaction
    // would end the process; with this listener it is the next statement that fails.
    client.on('error', this.#onError);
  }

  query<R>(sql: string, parameters: unknown[]): Promise<SessionResult<R>> {
    return this.#client.query(sql, parameters);
  }

  release(broken = false): void {
    this.#client.off('error', this.#onError);
    this.#client.release(broken || this.#broken);
  }
}

function placeOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return '(its address is not a URL)';
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname || 'localhost'}:${port || '5432'}${pathname}`;
}

/** A refused connection to a name with two addresses has no message, only a code. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

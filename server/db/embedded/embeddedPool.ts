import type { PGlite } from '@electric-sql/pglite';
import { UnavailableError } from '../../errors.ts';
import type { ConnectionCounts, Session, SessionPool, SessionResult } from '../session.ts';
import { stopAtTraps } from './traps.ts';

/** The embedded database is closed. */
export class DatabaseClosedError extends UnavailableError {
  constructor() {
    super('The database is closed');
  }
}

/** The embedded database broke down: a failing disk, no memory, a statement too deeply nested. What it acknowledged is kept. */
export class EmbeddedCrashedError extends UnavailableError {
  constructor(cause: unknown) {
    super('The embedded database has stopped after an error that it cannot go on from: restart the server', cause);
  }
}

export interface EmbeddedPoolOptions {
  pglite: PGlite;
  /** WAL written since the start, in bytes. */
  walBytes: () => number;
  onCrash: (error: EmbeddedCrashedError) => void;
}

/** Keeps WAL small on disk and quick to replay (about 1 s); a checkpoint after so much takes 0.1 s. */
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024;

/** PGlite adds these to its errors. The values of a statement do not belong into a log. */
const REVEALING = ['query', 'params', 'queryOptions'];

/** The one connection of the embedded database, given to one caller after the other in the order in which they came. */
export class EmbeddedPool implements SessionPool {
  readonly #options: EmbeddedPoolOptions;
  readonly #trap: () => Error | null;
  #lastTurn: Promise<void> = Promise.resolve();
  /** Who has the connection, and those who wait for it. */
  #callers = 0;
  #checkpointedAt = 0;
  #stopped: Error | null = null;

  constructor(options: EmbeddedPoolOptions) {
    this.#options = options;
    this.#trap = stopAtTraps(options.pglite);
  }

  /** @throws DatabaseClosedError, EmbeddedCrashedError */
  async connect(): Promise<Session> {
    const release = await this.#turn();
    try {
      await this.#checkpointWhenDue();
    } catch (error) {
      release();
      throw error;
    }
    return { query: (sql, parameters) => this.#query(sql, parameters), release };
  }

  counts(): ConnectionCounts {
    const isUsed = this.#callers > 0;
    return { open: 1, idle: isUsed ? 0 : 1, waiting: isUsed ? this.#callers - 1 : 0 };
  }

  /** Waits for those before it, then writes everything to the database's files and closes them. */
  async end(): Promise<void> {
    const release = await this.#turn();
    if (this.#stopped === null) await this.#options.pglite.close();
    this.#stopped ??= new DatabaseClosedError();
    release();
  }

  /** Resolves when it is the caller's turn; the next turn comes when the returned function is called. */
  async #turn(): Promise<() => void> {
    const previous = this.#lastTurn;
    let release = () => {};
    this.#callers += 1;
    this.#lastTurn = new Promise((resolve) => {
      release = () => {
        this.#callers -= 1;
        resolve();
      };
    });
    await previous;
    return release;
  }

  async #query<R>(sql: string, parameters: unknown[]): Promise<SessionResult<R>> {
    if (this.#stopped !== null) throw this.#stopped;
    try {
      const { command = '', rowCount = null, rows } = await this.#options.pglite.query<R>(sql, parameters);
      return { command, rowCount, rows };
    } catch (error) {
      const trap = this.#trap();
      if (trap !== null) throw this.#crashed(trap);
      if (error instanceof Error) for (const key of REVEALING) Reflect.deleteProperty(error, key);
      throw error;
    }
  }

  /** PostgreSQL's own process for this does not exist here: WAL would grow until the next stop. */
  async #checkpointWhenDue(): Promise<void> {
    const written = this.#options.walBytes();
    if (written - this.#checkpointedAt < CHECKPOINT_AFTER_BYTES) return;
    await this.#query('checkpoint', []);
    this.#checkpointedAt = written;
  }

  #crashed(cause: Error): EmbeddedCrashedError {
    const error = new EmbeddedCrashedError(cause);
    this.#stopped = error;
    this.#options.onCrash(error);
    return error;
  }
}

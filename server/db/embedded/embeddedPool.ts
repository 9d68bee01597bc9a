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

interface Machine {
  pglite: PGlite;
  /** WAL written since the start, in bytes. */
  walBytes: () => number;
}

export interface EmbeddedPoolOptions extends Machine {
  onCrash: (error: EmbeddedCrashedError) => void;
}

/** Keeps WAL small on disk and quick to replay (about 1 s); a checkpoint after so much takes 0.1 s. */
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024;

/** PGlite adds these to its errors. The values of a statement do not belong into a log. */
const REVEALING = ['query', 'params', 'queryOptions'];

/** The one connection of the embedded database, given to one caller after the other in the order in which they came. */
export class EmbeddedPool implements SessionPool {
  readonly #onCrash: EmbeddedPoolOptions['onCrash'];
  /** Or why there is none any more: it takes 200 MB, which whoever has the pool would keep. */
  #machine: (Machine & { trap: () => Error | null }) | UnavailableError;
  #lastTurn: Promise<void> = Promise.resolve();
  /** Who has the connection, and those who wait for it. */
  #callers = 0;
  #checkpointedAt = 0;

  constructor({ pglite, walBytes, onCrash }: EmbeddedPoolOptions) {
    this.#onCrash = onCrash;
    this.#machine = { pglite, walBytes, trap: stopAtTraps(pglite) };
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

  async canWrite(): Promise<boolean> {
    const session = await this.connect();
    try {
      await session.query('select 1', []);
      return true;
    } finally {
      session.release();
    }
  }

  counts(): ConnectionCounts {
    const isUsed = this.#callers > 0;
    return { open: 1, idle: isUsed ? 0 : 1, waiting: isUsed ? this.#callers - 1 : 0 };
  }

  /** Waits for those before it, then writes everything to the database's files and closes them. */
  async end(): Promise<void> {
    const release = await this.#turn();
    if (!(this.#machine instanceof Error)) {
      await this.#machine.pglite.close();
      this.#machine = new DatabaseClosedError();
    }
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

  /** @throws DatabaseClosedError, EmbeddedCrashedError */
  #running() {
    if (this.#machine instanceof Error) throw this.#machine;
    return this.#machine;
  }

  async #query<R>(sql: string, parameters: unknown[]): Promise<SessionResult<R>> {
    const { pglite, trap: trapOf } = this.#running();
    try {
      const { command = '', rowCount = null, rows } = await pglite.query<R>(sql, parameters);
      return { command, rowCount, rows };
    } catch (error) {
      const trap = trapOf();
      if (trap !== null) throw this.#crashed(trap);
      if (error instanceof Error) for (const key of REVEALING) Reflect.deleteProperty(error, key);
      throw error;
    }
  }

  /** PostgreSQL's own process for this does not exist here: WAL would grow until the next stop. */
  async #checkpointWhenDue(): Promise<void> {
    const written = this.#running().walBytes();
    if (written - this.#checkpointedAt < CHECKPOINT_AFTER_BYTES) return;
    await this.#query('checkpoint', []);
    this.#checkpointedAt = written;
  }

  #crashed(cause: Error): EmbeddedCrashedError {
    const error = new EmbeddedCrashedError(cause);
    this.#machine = error;
    this.#onCrash(error);
    return error;
  }
}

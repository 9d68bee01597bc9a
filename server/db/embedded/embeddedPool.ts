import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { UnavailableError } from '../../errors.ts';
import type { ConnectionCounts, Session, SessionPool, SessionResult } from '../session.ts';
import type { DurableNodeFs } from './durableNodeFs.ts';

/** What PGlite throws itself, as an exit status, where PostgreSQL jumps out of a failed statement: that is no trap. */
const LONG_JUMP = 100;

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
  /** What it has written into its folder. */
  files: Pick<DurableNodeFs, 'walBytes' | 'changed'>;
}

export interface EmbeddedPoolOptions extends Machine {
  onCrash: (error: EmbeddedCrashedError) => void;
}

/** Keeps WAL small on disk and quick to replay; a checkpoint after so much, in which nothing is answered, takes 50 ms. */
const CHECKPOINT_AFTER_BYTES = 16 * 1024 * 1024;

/** A checkpoint syncs each changed file: 1,500 of them, those of 250 new tables, take 300 ms. */
const CHECKPOINT_AFTER_FILES = 200;

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

  constructor({ pglite, files, onCrash }: EmbeddedPoolOptions) {
    this.#onCrash = onCrash;
    this.#machine = { pglite, files, trap: stopAtTraps(pglite) };
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
    const { walBytes, changed } = this.#running().files;
    if (walBytes - this.#checkpointedAt < CHECKPOINT_AFTER_BYTES && changed.size < CHECKPOINT_AFTER_FILES) return;
    // What has come meanwhile is answered before it, and before the statement that it was due at.
    await nextTurn();
    await this.#query('checkpoint', []);
    await nextTurn();
    changed.clear();
    this.#checkpointedAt = walBytes;
  }

  #crashed(cause: Error): EmbeddedCrashedError {
    const error = new EmbeddedCrashedError(cause);
    this.#machine = error;
    this.#onCrash(error);
    return error;
  }
}

/**
 * Makes the WebAssembly machine stop where it breaks. PGlite swallows what comes out of it (a stack overflow in
 * nested JSON of 200,000 levels, a PANIC of PostgreSQL): the statement then passes for a success without rows, and
 * those after it run on memory that was left in the middle of something, up to the end of the process.
 * From the first trap on nothing is executed any more, and every call throws.
 * @returns what the machine broke on; null while it is whole
 */
function stopAtTraps({ Module: machine }: PGlite): () => Error | null {
  let trap: Error | null = null;
  const { _PostgresMainLoopOnce: execute, stackRestore } = machine;
  machine._PostgresMainLoopOnce = () => {
    if (trap !== null) throw trap;
    try {
      execute();
    } catch (error) {
      if (!isLongJump(error)) trap = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  };
  // PGlite calls this right after it caught something.
  machine.stackRestore = (pointer) => {
    if (trap !== null) throw trap;
    return stackRestore(pointer);
  };
  return () => trap;
}

function isLongJump(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === LONG_JUMP;
}

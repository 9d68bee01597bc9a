import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { UnavailableError } from '../../errors.ts';
import {
  type ConnectionCounts,
  type Lane,
  lastOf,
  type Limits,
  type PooledConnection,
  type SessionPool,
  type SessionResult,
  type SingleStatement,
  type Statement,
} from '../session.ts';
import { Places } from '../Places.ts';
import type { DurableNodeFs } from './durableNodeFs.ts';

/** Exit status that PGlite itself throws where PostgreSQL longjmps out of a failed statement. Not a trap. */
const LONG_JUMP = 100;

/** Thrown after the embedded database has been closed. */
export class DatabaseClosedError extends UnavailableError {
  constructor() {
    super('The database is closed');
  }
}

/**
 * Thrown if the embedded database has crashed: a failing disk, no memory, a too deeply nested statement. Acknowledged
 * commits are kept.
 */
export class EmbeddedCrashedError extends UnavailableError {
  constructor(cause: unknown) {
    super('The embedded database has stopped after a fatal error: restart the server', cause);
  }
}

interface Machine {
  pglite: PGlite;
  /** Counters of PGlite's writes. */
  files: Pick<DurableNodeFs, 'walBytes' | 'changed'>;
}

interface EmbeddedPoolOptions extends Machine {
  onCrash: (error: EmbeddedCrashedError) => void;
}

/**
 * Checkpoint after this much WAL, so that it stays small on disk and quick to replay. A checkpoint blocks for 50 ms.
 */
const CHECKPOINT_AFTER_BYTES = 16 * 1024 * 1024;

/**
 * Checkpoint after this many changed files, because each needs an fsync: 1,500 of them (250 new tables) take 300 ms.
 */
const CHECKPOINT_AFTER_FILES = 200;

/** Properties that PGlite adds to errors. A statement's values must not reach a log. */
const REVEALING = ['query', 'params', 'queryOptions'];

/** The single connection of the embedded database. Callers get it one at a time, in order of arrival. */
export class EmbeddedPool implements SessionPool {
  readonly #onCrash: EmbeddedPoolOptions['onCrash'];
  /** PGlite, or the reason why it is gone. Dropping it frees 200 MB that holders of the pool would otherwise keep. */
  #machine: (Machine & { trap: () => Error | null }) | UnavailableError;
  /** One of the background waits among the users at a time. */
  readonly #background = new Places(1);
  #lastTurn: Promise<void> = Promise.resolve();
  /** Number of callers that have or wait for the connection. */
  #callers = 0;
  #checkpointedAt = 0;

  constructor({ pglite, files, onCrash }: EmbeddedPoolOptions) {
    this.#onCrash = onCrash;
    this.#machine = { pglite, files, trap: stopAtTraps(pglite) };
  }

  /**
   * @throws {DatabaseClosedError} after `end`
   * @throws {EmbeddedCrashedError} after a crash
   */
  async connect(_limits?: Limits, lane: Lane = 'users'): Promise<PooledConnection> {
    const leave = lane === 'background' ? await this.#background.take() : () => {};
    const next = await this.#turn();
    const release = () => {
      next();
      leave();
    };
    try {
      await this.#checkpointWhenDue();
    } catch (error) {
      release();
      throw error;
    }
    return {
      query: async <R>(statements: readonly Statement[]) => {
        const results: SessionResult<R>[] = [];
        for (const { sql, parameters } of statements) results.push(await this.#query<R>(sql, parameters));
        return results;
      },
      release,
    };
  }

  async single<R>({ before, ...statement }: SingleStatement, lane?: Lane): Promise<SessionResult<R>> {
    const session = await this.connect(undefined, lane);
    try {
      return lastOf(await session.query<R>([...before, statement]));
    } finally {
      session.release();
    }
  }

  async canWrite(): Promise<boolean> {
    const session = await this.connect();
    try {
      await session.query([{ sql: 'select 1', parameters: [] }]);
      return true;
    } finally {
      session.release();
    }
  }

  writeAs(): void {}

  counts(): ConnectionCounts {
    const isUsed = this.#callers > 0;
    return { open: 1, idle: isUsed ? 0 : 1, waiting: isUsed ? this.#callers - 1 : 0 };
  }

  /** Waits for earlier callers, then writes everything to the database's files and closes them. */
  async end(): Promise<void> {
    const release = await this.#turn();
    if (!(this.#machine instanceof Error)) {
      await this.#machine.pglite.close();
      this.#machine = new DatabaseClosedError();
    }
    release();
  }

  /** Resolves when it is the caller's turn. Calling the returned function gives the turn to the next caller. */
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

  /**
   * @throws {DatabaseClosedError} after `end`
   * @throws {EmbeddedCrashedError} after a crash
   */
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

  /** PGlite has no checkpointer process, so WAL would grow until the next stop. */
  async #checkpointWhenDue(): Promise<void> {
    const { walBytes, changed } = this.#running().files;
    if (walBytes - this.#checkpointedAt < CHECKPOINT_AFTER_BYTES && changed.size < CHECKPOINT_AFTER_FILES) return;
    // Answer callers that arrived in the meantime first, also the statement that made the checkpoint due.
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
 * Stops the WebAssembly machine at its first trap. PGlite swallows traps (a stack overflow in JSON of 200,000 levels, a
 * PANIC of PostgreSQL): the statement seems to succeed without rows, and later ones run on inconsistent memory. After
 * the first trap every call throws.
 * @returns the trap's error, or null while the machine is intact
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
  // PGlite calls this right after it has caught an error.
  machine.stackRestore = (pointer) => {
    if (trap !== null) throw trap;
    return stackRestore(pointer);
  };
  return () => trap;
}

function isLongJump(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === LONG_JUMP;
}

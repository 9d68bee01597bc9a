import { setTimeout as pause } from 'node:timers/promises';
import { UnavailableError } from '#server/errors.ts';
import { isGone, sqlState, unavailable } from '../dbErrors.ts';
import type {
  Lane,
  Limits,
  PooledConnection,
  SessionPool,
  SessionResult,
  SingleStatement,
  Statement,
} from '../session.ts';
import { databaseHosts } from './databaseHosts.ts';
import { type PoolOptions, PostgresPool } from './postgresPool.ts';

/** Times in milliseconds. */
export interface StandbyTimes {
  /** How long a read waits for the standby to catch up before it goes to the primary. */
  waitMs: number;
  /** Pause between two questions of that wait. */
  askEveryMs: number;
  /** How long reads go to the primary, without a question, after the standby was late or silent. */
  restMs: number;
}

const TIMES: StandbyTimes = { waitMs: 300, askEveryMs: 20, restMs: 5_000 };

/** Names the data that a node has: those of a standby and its primary are equal. */
const SYSTEM = `(select system_identifier from pg_control_system())::text || ' ' || current_database()`;

/**
 * Position up to which the primary has written, and its data. Not the flushed position: a commit that didn't wait for
 * the disk is acknowledged before it.
 */
const WRITTEN = `select pg_current_wal_insert_lsn()::text as position, ${SYSTEM} as system`;

const REPLAYED = `select pg_is_in_recovery() and ${SYSTEM} = $2 as is_replica,
  coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as is_reached`;

interface Written {
  position: string;
  system: string;
}

interface Replayed {
  is_replica: boolean;
  is_reached: boolean;
}

/** Who answers a read that may go to the standby. */
export interface ReadMeter {
  readAnswered(by: 'standby' | 'primary'): void;
}

interface StandbyDeps extends Omit<PoolOptions, 'role'> {
  url: string;
  primary: SessionPool;
  meter: ReadMeter | undefined;
  times?: StandbyTimes | undefined;
}

/** A standby that answers reads while it has replayed all that the primary has written. The primary answers the rest. */
export class Standby {
  readonly #deps: StandbyDeps;
  readonly #times: StandbyTimes;
  readonly #pool: PostgresPool;
  #restsUntil = -Infinity;
  /** Why the primary answers, or null. Lost connections are logged by the pool. */
  #problem: string | null = null;

  /** Doesn't connect yet, so a server starts without its standby. */
  constructor(deps: StandbyDeps) {
    const { url, times = TIMES, connectTimeoutMs, log } = deps;
    [this.#deps, this.#times] = [deps, times];
    const hosts = databaseHosts(url);
    this.#pool = new PostgresPool(hosts, hosts[0] ?? url, { connectTimeoutMs, log, role: 'standby' });
  }

  /**
   * True if the standby has replayed everything that was committed before this call, now or within `waitMs`. Asks the
   * primary for its position, so it costs a round trip to each. Never rejects.
   */
  async isCaughtUp(): Promise<boolean> {
    const isCaughtUp = performance.now() >= this.#restsUntil && (await this.#ask().catch(() => this.#rest()));
    this.#deps.meter?.readAnswered(isCaughtUp ? 'standby' : 'primary');
    return isCaughtUp;
  }

  async #ask(): Promise<boolean> {
    const { waitMs, askEveryMs } = this.#times;
    const written = await asked<Written>(this.#deps.primary, WRITTEN, []);
    const latest = performance.now() + waitMs;
    for (;;) {
      const question = asked<Replayed>(this.#pool, REPLAYED, [written.position, written.system]);
      const { is_replica, is_reached } = await within(waitMs, question);
      if (!is_replica) return this.#unused('DATABASE_READ_URL is no standby of the database in DATABASE_URL');
      if (is_reached) return this.#caughtUp();
      if (performance.now() + askEveryMs > latest) return this.#unused('The standby is late');
      await pause(askEveryMs, undefined, { ref: false });
    }
  }

  #caughtUp(): true {
    if (this.#problem !== null) this.#deps.log.info({}, 'The standby has caught up');
    this.#problem = null;
    return true;
  }

  #unused(problem: string): false {
    if (this.#problem !== problem) this.#deps.log.warn({}, `${problem}: the primary answers its reads`);
    this.#problem = problem;
    return this.#rest();
  }

  #rest(): false {
    this.#restsUntil = performance.now() + this.#times.restMs;
    return false;
  }

  /** A connection for reads, to the standby. If that is lost, the primary answers, unless a transaction has begun. */
  async connect(limits: Limits, lane?: Lane): Promise<PooledConnection> {
    const toPrimary = () => this.#deps.primary.connect(limits, lane);
    try {
      return new ReadingSession(await this.#pool.connect(limits, lane), toPrimary);
    } catch (error) {
      if (!isOfStandby(error)) throw error;
      return toPrimary();
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** True if another node may succeed: the standby is lost or busy, or replaying has cancelled a statement. */
export function isOfStandby(error: unknown): boolean {
  return error instanceof UnavailableError || isGone(error) || /^(40|53|57P)/.test(sqlState(error) ?? '');
}

class ReadingSession implements PooledConnection {
  #session: PooledConnection;
  #instead: (() => Promise<PooledConnection>) | null;

  constructor(session: PooledConnection, instead: () => Promise<PooledConnection>) {
    [this.#session, this.#instead] = [session, instead];
  }

  async query<R>(statements: readonly Statement[]): Promise<SessionResult<R>[]> {
    if (statements.some(({ sql }) => /^(begin|start transaction)\b/.test(sql))) this.#instead = null;
    try {
      return await this.#session.query<R>(statements);
    } catch (error) {
      const instead = this.#instead;
      if (instead === null || !isOfStandby(error)) throw error;
      this.#instead = null;
      const primary = await instead();
      this.#session.release(true);
      this.#session = primary;
      return primary.query<R>(statements);
    }
  }

  release(broken?: boolean): void {
    this.#session.release(broken);
  }
}

async function asked<R>(pool: SessionPool, sql: string, parameters: unknown[]): Promise<R> {
  const statement: SingleStatement = { sql, parameters, before: [] };
  const [row] = (await pool.single<R>(statement)).rows;
  if (row === undefined) throw new Error('unreachable: a select without a table has a row');
  return row;
}

/** @throws {UnavailableError} if there is no answer in this time */
async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const late = new AbortController();
  answer.catch(() => {});
  const timeout = pause(milliseconds, undefined, { ref: false, signal: late.signal }).then(() => {
    throw unavailable(new Error(`no response within ${milliseconds} ms`));
  });
  timeout.catch(() => {});
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    late.abort();
  }
}

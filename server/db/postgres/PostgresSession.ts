import pg from 'pg';
import { isGone, unavailable } from '../dbErrors.ts';
import { type Limits, REQUEST_LIMITS } from '../limits.ts';
import type { Session, SessionResult } from '../session.ts';

/** After the database's own limit: it gets so long to say that a statement took too long. In milliseconds. */
const GRACE_MS = 500;

/** Thrown for a connection to a node that takes no writes, such as a standby; has the SQLSTATE of a refused write. */
class ReadOnlyNodeError extends Error {
  readonly code = '25006';
  constructor() {
    super('The database takes no writes');
    this.name = 'ReadOnlyNodeError';
  }
}

interface Prepared {
  read_only: string;
  is_direct: boolean;
}

const BEGINS = /^(begin|start transaction)\b/;

const ENDS = /^(commit|rollback)$/;

/** The part of pg's client that is used here, typed so that it takes Kysely's row types. */
interface Client {
  query<R>(sql: string, parameters?: unknown[]): Promise<Results<R>>;
  query(query: pg.Query): unknown;
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
  end(): Promise<void>;
  release(broken: boolean): void;
}

/** Of several statements in one message there are several. */
type Results<R> = SessionResult<R> | SessionResult<R>[];

export interface PostgresSessionMeans {
  client: Client;
  limits: Limits;
  /** True if the connection has these limits already, for each of its transactions. */
  isSet: boolean;
  /** Told of each answer. */
  onAnswer: () => void;
  /** Told that the connection is gone, or that the database was silent. */
  onGone: (error: unknown) => void;
}

/**
 * A connection of the pool under limits. Unless the connection has them by itself they are set for each transaction,
 * in the message that begins it: behind a pooler the next transaction may run on another connection.
 */
export class PostgresSession implements Session {
  readonly #means: PostgresSessionMeans;
  #inTransaction = false;
  #broken = false;
  readonly #onError = () => {
    this.#broken = true;
  };

  constructor(means: PostgresSessionMeans) {
    this.#means = means;
    // The pool listens only while a connection is idle. One that drops between two statements of a transaction
    // would end the process; with this listener it is the next statement that fails.
    means.client.on('error', this.#onError);
  }

  async query<R>(sql: string, parameters: unknown[]): Promise<SessionResult<R>> {
    const { client, limits, onAnswer, onGone } = this.#means;
    try {
      const results = await answerWithin(client, this.#sent<R>(sql, parameters), limits.statementMs);
      onAnswer();
      // One of several: what was asked for is the last.
      const result = Array.isArray(results) ? results.at(-1) : results;
      if (result === undefined) throw new Error('unreachable: each statement has a result');
      return result;
    } catch (error) {
      if (isGone(error)) {
        this.#broken = true;
        onGone(error);
      }
      throw error;
    }
  }

  release(broken = false): void {
    this.#means.client.off('error', this.#onError);
    this.#means.client.release(broken || this.#broken);
  }

  #sent<R>(sql: string, parameters: unknown[]): Promise<Results<R>> {
    const { client, limits, isSet } = this.#means;
    const wasInTransaction = this.#inTransaction;
    this.#inTransaction = BEGINS.test(sql) || (wasInTransaction && !ENDS.test(sql));
    if (isSet || wasInTransaction) return client.query(sql, parameters);
    return this.#inTransaction ? client.query(`${sql}${setLocal(limits)}`) : limited(client, limits, sql, parameters);
  }
}

/** Plain statements, since Citus passes on to its workers what `set local` sets, and not what `set_config` does. */
function setLocal({ statementMs, lockMs, idleMs }: Limits): string {
  return `; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = ${idleMs}`;
}

/**
 * Sends a single statement with its limits before it, in one message: both are one transaction, without another round
 * trip. PostgreSQL warns of `set local` there, but not of `set_config`.
 */
function limited<R>(
  client: Client,
  { statementMs, lockMs }: Limits,
  text: string,
  values: unknown[],
): Promise<Results<R>> {
  const settings = `select set_config('statement_timeout', '${statementMs}', true), set_config('lock_timeout', '${lockMs}', true)`;
  // Without parameters pg would send it in a way in which nothing can go before it.
  const config = { text, values, queryMode: 'extended' };
  const query = new pg.Query(config);
  const submit = query.submit.bind(query);
  query.submit = (connection) => {
    connection.stream.cork();
    connection.parse({ name: '', text: settings, types: [] }, true);
    connection.bind({}, true);
    connection.describe({ type: 'P', name: '' }, true);
    connection.execute({}, true);
    submit(connection);
    connection.stream.uncork();
  };
  return new Promise((resolve, reject) => {
    query.once('end', (results: Results<R>) => resolve(results));
    query.once('error', reject);
    client.query(query);
  });
}

/**
 * Sees that a new connection leads to a node that takes writes, and gives it the limits of requests if it leads there
 * directly. A pooler tells clients another process number than PostgreSQL's, and shares its connections: what is set
 * for one would hold for whichever client comes next.
 * @returns true if the connection has the limits of requests by itself
 * @throws {ReadOnlyNodeError} if the node takes no writes
 */
export async function prepareConnection(client: pg.ClientBase): Promise<boolean> {
  if (!(client instanceof pg.Client)) throw new Error('unreachable: the pool makes clients of this class');
  const { statementMs, lockMs, idleMs } = REQUEST_LIMITS;
  const processNumber = 'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
  const answer = client.query<Prepared>(
    `select current_setting('transaction_read_only') as read_only, pg_backend_pid() = $1 as is_direct,
      case when pg_backend_pid() = $1 then set_config('statement_timeout', $2, false) end,
      case when pg_backend_pid() = $1 then set_config('lock_timeout', $3, false) end,
      case when pg_backend_pid() = $1 then set_config('idle_in_transaction_session_timeout', $4, false) end`,
    [processNumber, String(statementMs), String(lockMs), String(idleMs)],
  );
  const { rows } = await answerWithin(client, answer, statementMs);
  if (rows[0]?.read_only !== 'off') throw new ReadOnlyNodeError();
  return rows[0].is_direct;
}

/**
 * Waits for the answer to a statement, and hangs up if the database is silent for longer than its own limit: it would
 * have cancelled the statement, so either the connection leads nowhere or the database hangs.
 * @param limitMs the database's own limit for this statement; 0: waits for as long as it takes
 * @throws {UnavailableError} if there is no answer; whatever `answer` rejects with
 */
async function answerWithin<T>(client: { end(): Promise<void> }, answer: Promise<T>, limitMs: number): Promise<T> {
  if (limitMs === 0) return answer;
  const patienceMs = limitMs + GRACE_MS;
  let isSettled = false;
  let isSilent = false;
  const giveUp = () => {
    if (isSettled) return;
    isSilent = true;
    // Closes the socket at once while a statement runs, and the statement fails with it.
    void client.end();
  };
  // After a long stall of this process the answer may lie in the socket: it is read before giving up.
  const timer = setTimeout(() => setImmediate(giveUp), patienceMs);
  try {
    return await answer;
  } catch (error) {
    throw isSilent ? unavailable(new Error(`Connection terminated: no answer within ${patienceMs} ms`)) : error;
  } finally {
    isSettled = true;
    clearTimeout(timer);
  }
}

import pg from 'pg';
import { isGone, unavailable } from '../dbErrors.ts';
import {
  ALONE,
  type Limits,
  NO_LIMITS,
  REQUEST_LIMITS,
  type PooledConnection,
  type SessionResult,
} from '../session.ts';
import { LOWEST_VERSION, type WriterCheck } from '../writerVersions.ts';
import { isStale, StaleStatementError, type StatementNames } from './StatementNames.ts';

/** Grace after the database's own limit, in which it may report that the statement took too long. In milliseconds. */
const GRACE_MS = 500;

/** Thrown for a connection to a read-only node, such as a standby. Has the SQLSTATE of a refused write. */
class ReadOnlyNodeError extends Error {
  readonly code = '25006';
  constructor() {
    super('The database is read-only');
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
  query<R>(statement: { name: string; text: string; values: unknown[] }): Promise<Results<R>>;
  query(query: pg.Query): unknown;
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
  end(): Promise<void>;
  release(broken: boolean): void;
}

/** An array if the message had several statements. */
type Results<R> = SessionResult<R> | SessionResult<R>[];

interface PostgresSessionDeps {
  client: Client;
  limits: Limits;
  /** True if the connection is direct, so that it has the limits of requests itself, and keeps prepared statements. */
  isLimited: boolean;
  /** True if each statement is a whole transaction, which finds its rows by key. */
  isSingle: boolean;
  names: StatementNames;
  writers: WriterCheck;
  /** Called after each answer. */
  onAnswer: () => void;
  /** Called if the connection is lost or the database didn't answer. */
  onGone: (error: unknown) => void;
}

/**
 * A pooled connection with limits. The message that begins a transaction also asks whether this version may write. Unless
 * the connection has the limits already, that message sets them too: behind a pooler the next transaction may run on
 * another connection.
 */
export class PostgresSession implements PooledConnection {
  readonly #deps: PostgresSessionDeps;
  #inTransaction = false;
  #broken = false;
  readonly #onError = () => {
    this.#broken = true;
  };

  constructor(deps: PostgresSessionDeps) {
    this.#deps = deps;
    // The pool listens only while a connection is idle. Without this listener, a connection lost between two statements
    // would end the process. With it, the next statement fails.
    deps.client.on('error', this.#onError);
  }

  async query<R>(sql: string, parameters: unknown[]): Promise<SessionResult<R>> {
    const { client, limits, names, onAnswer, onGone, writers } = this.#deps;
    const begins = BEGINS.test(sql);
    try {
      const results = await answerWithin(client, this.#sent<R>(sql, parameters), limits.statementMs);
      onAnswer();
      // The last of several results belongs to the requested statement.
      const result = Array.isArray(results) ? results.at(-1) : results;
      if (result === undefined) throw new Error('unreachable: each statement has a result');
      if (begins) writers.judge(result.rows[0]);
      return result;
    } catch (error) {
      // Nobody ends a transaction whose beginning has failed.
      if (begins) this.#broken = true;
      if (isGone(error)) {
        this.#broken = true;
        onGone(error);
      }
      writers.judgeError(error);
      if (!isStale(error)) throw error;
      names.forget();
      throw new StaleStatementError(error);
    }
  }

  release(broken = false): void {
    this.#deps.client.off('error', this.#onError);
    this.#deps.client.release(broken || this.#broken);
  }

  #sent<R>(sql: string, parameters: unknown[]): Promise<Results<R>> {
    const { client, limits, isLimited, names, writers } = this.#deps;
    if (limits === ALONE) return this.#sentAlone(sql, parameters);
    if (this.#deps.isSingle) return this.#sentWhole(sql, parameters);
    const isSet = isLimited && limits === REQUEST_LIMITS;
    const wasInTransaction = this.#inTransaction;
    this.#inTransaction = BEGINS.test(sql) || (wasInTransaction && !ENDS.test(sql));
    if (this.#inTransaction && !wasInTransaction) {
      const check = writers.isOn ? `; ${LOWEST_VERSION}` : '';
      return client.query(`${sql}${isSet ? '' : setLocal(limits)}${check}`);
    }
    if (!isSet && !wasInTransaction) return preceded(client, [setting(limits)], { text: sql, values: parameters });
    const name = isLimited && wasInTransaction && limits !== NO_LIMITS ? names.of(sql, parameters) : undefined;
    return name === undefined ? client.query(sql, parameters) : client.query({ name, text: sql, values: parameters });
  }

  /** One message is one transaction, unless it says otherwise. */
  #sentWhole<R>(text: string, values: unknown[]): Promise<Results<R>> {
    const { client, limits, isLimited, names, writers } = this.#deps;
    const before = isLimited && limits === REQUEST_LIMITS ? [] : [setting(limits)];
    if (writers.isOn) before.push(writers.assertion());
    const name = isLimited ? names.of(text, values) : undefined;
    return preceded(client, before, { text, values, ...(name !== undefined && { name }) });
  }

  async #sentAlone<R>(sql: string, parameters: unknown[]): Promise<Results<R>> {
    const { client, isLimited } = this.#deps;
    if (isLimited) {
      // Such statements are rare, so the connection isn't used again.
      this.#broken = true;
      await client.query('set statement_timeout = 0; set lock_timeout = 0');
    }
    return client.query(sql, parameters);
  }
}

/** `set local` as plain statements, because Citus forwards them to its workers, unlike `set_config`. */
function setLocal({ statementMs, lockMs, idleMs }: Limits): string {
  return `; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = ${idleMs}`;
}

/** Outside a transaction block PostgreSQL warns about `set local`, but not about `set_config`. */
function setting({ statementMs, lockMs }: Limits): string {
  return `select set_config('statement_timeout', '${statementMs}', true), set_config('lock_timeout', '${lockMs}', true)`;
}

/** Sends a statement after others in one message, so all are one transaction without another round trip. */
function preceded<R>(
  client: Client,
  before: readonly string[],
  statement: { text: string; values: unknown[]; name?: string },
): Promise<Results<R>> {
  // Without parameters pg would use the simple protocol, in which nothing can precede the statement.
  const config = { ...statement, queryMode: 'extended' };
  const query = new pg.Query(config);
  const submit = query.submit.bind(query);
  query.submit = (connection) => {
    connection.stream.cork();
    for (const text of before) {
      connection.parse({ name: '', text, types: [] }, true);
      connection.bind({}, true);
      connection.describe({ type: 'P', name: '' }, true);
      connection.execute({}, true);
    }
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
 * Checks that a new connection's node accepts writes, and sets the limits of requests on a direct connection. A pooler
 * reports another PID than PostgreSQL's and shares its connections, so a setting would apply to other clients.
 * @returns true if the connection itself has the limits of requests
 * @throws {ReadOnlyNodeError} if the node is read-only
 */
export async function prepareConnection(client: pg.ClientBase): Promise<boolean> {
  if (!(client instanceof pg.Client)) throw new Error('unreachable: the pool creates clients of this class');
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
 * Waits for the answer to a statement. Closes the connection if the database is silent for longer than its own limit:
 * it would have cancelled the statement, so the connection is dead or the database hangs.
 * @param limitMs the database's own limit for this statement; 0 waits forever
 * @throws {UnavailableError} if there is no answer; rethrows rejections of `answer`
 */
async function answerWithin<T>(client: { end(): Promise<void> }, answer: Promise<T>, limitMs: number): Promise<T> {
  if (limitMs === 0) return answer;
  const patienceMs = limitMs + GRACE_MS;
  let isSettled = false;
  let isSilent = false;
  const giveUp = () => {
    if (isSettled) return;
    isSilent = true;
    // Closes the socket immediately if a statement is running, which then fails.
    void client.end();
  };
  // After a long stall of this process the answer may already be in the socket, so read once more before giving up.
  const timer = setTimeout(() => setImmediate(giveUp), patienceMs);
  try {
    return await answer;
  } catch (error) {
    throw isSilent ? unavailable(new Error(`Connection terminated: no response within ${patienceMs} ms`)) : error;
  } finally {
    isSettled = true;
    clearTimeout(timer);
  }
}

import pg from 'pg';
import { isGone, unavailable } from '../dbErrors.ts';
import {
  ALONE,
  type Limits,
  NO_LIMITS,
  REQUEST_LIMITS,
  type PooledConnection,
  type SessionResult,
  type SingleStatement,
  type Statement,
} from '../session.ts';
import { LOWEST_VERSION, type WriterCheck } from '../writerVersions.ts';
import type { Role } from './findHost.ts';
import { MessageError, sendAll, type SentStatement, sendTogether } from './sendTogether.ts';
import { isStale, StaleStatementError, type StatementNames } from './StatementNames.ts';

/** Grace after the database's own limit, in which it may report that the statement took too long. In milliseconds. */
const GRACE_MS = 500;

/**
 * Thrown for a connection to a node of the other role: to a standby instead of the primary, or the reverse. Has the
 * SQLSTATE of a refused write.
 */
class WrongNodeError extends Error {
  readonly code = '25006';
  constructor(role: Role) {
    super(role === 'primary' ? 'The database is read-only' : 'The database takes writes, so it is no standby');
    this.name = 'WrongNodeError';
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
  query<R>(sql: string, parameters?: unknown[]): Promise<SessionResult<R>>;
  query<R>(statement: { name: string; text: string; values: unknown[] }): Promise<SessionResult<R>>;
  query(query: pg.Query): unknown;
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
  end(): Promise<void>;
  release(broken: boolean): void;
}

interface PostgresSessionDeps {
  client: Client;
  limits: Limits;
  /** True if the connection is direct, so that it has the limits of requests itself, and keeps prepared statements. */
  isLimited: boolean;
  names: StatementNames;
  writers: WriterCheck;
  /** Called after each answer. */
  onAnswer: () => void;
  /** Called if the connection is lost or the database didn't answer. */
  onGone: (error: unknown) => void;
  onReleased: () => void;
}

/**
 * A pooled connection with limits. A transaction begins in the message of its first statement, which also asks whether this
 * version may write. Unless the connection has the limits already, that message sets them too: behind a pooler the next
 * transaction may run on another connection.
 */
export class PostgresSession implements PooledConnection {
  readonly #deps: PostgresSessionDeps;
  /** The beginning of a transaction that has had no statement yet. */
  #beginning: SentStatement[] = [];
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

  async query<R>(statements: readonly Statement[]): Promise<SessionResult<R>[]> {
    const last = statements.at(-1)?.sql ?? '';
    if (BEGINS.test(last)) {
      this.#inTransaction = true;
      this.#beginning = this.#opening(last);
      return [NOTHING_DONE];
    }
    const beginning = this.#beginning;
    this.#beginning = [];
    const ends = ENDS.test(last);
    if (ends) this.#inTransaction = false;
    // A transaction without statements needn't begin.
    if (ends && statements.length === 1 && beginning.length > 0) return [NOTHING_DONE];
    try {
      const { isLimited, limits, client } = this.#deps;
      // Each may take its time, and before a transaction begins, a pooler may wait for a free connection.
      const steps = statements.length + (beginning.length > 0 && !isLimited ? 1 : 0);
      const answer = this.#sent<R>({ statements, beginning, ends });
      const results = await answerWithin(client, answer, limits.statementMs * steps);
      this.#deps.onAnswer();
      return results;
    } catch (error) {
      throw this.#judged(error, beginning.length);
    }
  }

  /**
   * Runs statements in one round trip, each as a transaction of its own, which finds its rows by key. Only one behind a
   * pooler, which may give each transaction another connection.
   * @returns the answer to each, which comes before those to the next ones
   */
  singles(all: readonly SingleStatement[]): Promise<SessionResult<unknown>>[] {
    const { client, limits, writers, onAnswer } = this.#deps;
    const messages = all.map(({ before, ...statement }): SentStatement[] => {
      // One message is one transaction, unless it says otherwise.
      const asserted = writers.isOn ? [this.#fixed(writers.assertion())] : [];
      return [...this.#outside(), ...asserted, ...before.map(this.#named), this.#named(statement)];
    });
    const answers = sendAll<unknown>(client, messages);
    // Closes the connection after that time, which fails those that wait.
    void answerWithin(client, Promise.allSettled(answers), limits.statementMs * messages.flat().length).catch(() => {});
    return answers.map(async (answer) => {
      try {
        const result = (await answer).at(-1);
        if (result === undefined) throw new Error('unreachable: each statement has a result');
        onAnswer();
        return result;
      } catch (error) {
        throw this.#judged(error, 0);
      }
    });
  }

  release(broken = false): void {
    this.#deps.client.off('error', this.#onError);
    this.#deps.client.release(broken || this.#broken);
    this.#deps.onReleased();
  }

  /** @param beginning number of statements that began the transaction in the same message */
  #judged(thrown: unknown, beginning: number): unknown {
    const { names, onGone, writers } = this.#deps;
    const error = thrown instanceof MessageError ? thrown.cause : thrown;
    if (thrown instanceof MessageError) {
      // Nobody ends a transaction whose beginning has failed.
      if (thrown.at < beginning) this.#broken = true;
      // Its values couldn't be sent, so it is uncertain what is prepared.
      if (!(error instanceof pg.DatabaseError)) this.#broken = true;
    }
    if (isGone(error)) {
      this.#broken = true;
      onGone(error);
    }
    const replaced = writers.problemOf(error);
    if (replaced) return replaced;
    if (!isStale(error)) return error;
    names.forget();
    return new StaleStatementError(error);
  }

  async #sent<R>({ statements, beginning, ends }: Sending): Promise<SessionResult<R>[]> {
    const { client, limits, writers } = this.#deps;
    if (limits === ALONE) return this.#sentAlone(statements);
    const isNamed = (this.#inTransaction || ends) && limits !== NO_LIMITS;
    const own = statements.map(isNamed ? this.#named : unnamed);
    const preceding = [...beginning, ...(ends ? [] : this.#outside())];
    const [first] = own;
    if (first && preceding.length === 0 && own.length === 1) {
      const { name, text, values } = first;
      return [await (name === undefined ? client.query<R>(text, values) : client.query<R>({ name, text, values }))];
    }
    const results = await sendTogether<R>(client, [...preceding, ...own]);
    if (beginning.length > 0 && writers.isOn) writers.judge(results[beginning.length - 1]?.rows[0]);
    return results.slice(preceding.length);
  }

  /** The statements that begin a transaction. The last one reads the version if `writers` is on. */
  #opening(sql: string): SentStatement[] {
    const { limits, writers } = this.#deps;
    const { statementMs, lockMs, idleMs } = limits;
    // Plain statements, because Citus forwards them to its workers, unlike `set_config`.
    const set = [
      `set local statement_timeout = ${statementMs}`,
      `set local lock_timeout = ${lockMs}`,
      `set local idle_in_transaction_session_timeout = ${idleMs}`,
    ];
    return [sql, ...(this.#hasLimits() ? [] : set), ...(writers.isOn ? [LOWEST_VERSION] : [])].map(this.#fixed);
  }

  /** What precedes a statement outside of a transaction. */
  #outside(): SentStatement[] {
    if (this.#inTransaction || this.#hasLimits()) return [];
    return [this.#fixed(setting(this.#deps.limits))];
  }

  readonly #named = ({ sql, parameters }: Statement): SentStatement => {
    const { isLimited, names } = this.#deps;
    const hasName = isLimited && !ENDS.test(sql);
    return { text: sql, values: parameters, name: hasName ? names.of(sql, parameters) : undefined };
  };

  readonly #fixed = (text: string): SentStatement => {
    const { isLimited, names } = this.#deps;
    return { text, values: [], name: isLimited ? names.ofFixed(text) : undefined };
  };

  /** True if the connection itself has the caller's limits. */
  #hasLimits(): boolean {
    return this.#deps.isLimited && this.#deps.limits === REQUEST_LIMITS;
  }

  async #sentAlone<R>(statements: readonly Statement[]): Promise<SessionResult<R>[]> {
    const { client, isLimited } = this.#deps;
    if (isLimited) {
      // Such statements are rare, so the connection isn't used again.
      this.#broken = true;
      await client.query('set statement_timeout = 0; set lock_timeout = 0');
    }
    const results: SessionResult<R>[] = [];
    for (const { sql, parameters } of statements) results.push(await client.query<R>(sql, parameters));
    return results;
  }
}

/** Statements with those that precede them in their message. */
interface Sending {
  statements: readonly Statement[];
  beginning: readonly SentStatement[];
  /** True if the last one ends a transaction. */
  ends: boolean;
}

const unnamed = ({ sql, parameters }: Statement): SentStatement => ({ text: sql, values: parameters });

const NOTHING_DONE = { command: '', rowCount: 0, rows: [] };

/** Outside a transaction block PostgreSQL warns about `set local`, but not about `set_config`. */
function setting({ statementMs, lockMs }: Limits): string {
  return `select set_config('statement_timeout', '${statementMs}', true), set_config('lock_timeout', '${lockMs}', true)`;
}

/**
 * Checks that a new connection's node accepts writes, or is a standby, and sets the limits of requests on a direct connection. A pooler
 * reports another PID than PostgreSQL's and shares its connections, so a setting would apply to other clients.
 * @returns true if the connection itself has the limits of requests
 * @throws {WrongNodeError} if the node has the other role
 */
export async function prepareConnection(client: pg.ClientBase, role: Role): Promise<boolean> {
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
  const [prepared] = rows;
  if (!prepared || (prepared.read_only === 'off') !== (role === 'primary')) throw new WrongNodeError(role);
  return prepared.is_direct;
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

import pg from 'pg';
import type { Limits } from '../limits.ts';
import type { Session, SessionResult } from '../session.ts';
import { isGone } from '../unavailable.ts';
import { answerWithin } from './answerWithin.ts';

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

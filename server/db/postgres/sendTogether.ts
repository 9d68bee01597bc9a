import pg from 'pg';
import type { SessionResult } from '../session.ts';

/** A statement as it is sent. With a name, a connection prepares it once. */
export interface SentStatement {
  text: string;
  values: unknown[];
  name?: string | undefined;
}

/** Thrown if one of several statements has failed: none after it was executed. `cause` is its error. */
export class MessageError extends Error {
  constructor(
    /** Index of the statement that failed. */
    readonly at: number,
    cause: unknown,
  ) {
    super('A statement of a message has failed', { cause });
  }
}

/** What pg's connections know of the statements that they have prepared, which its types leave out. */
interface Preparing {
  parsedStatements: Record<string, string>;
  /** Sent, but not answered. */
  submittedNamedStatements: Record<string, string>;
}

/** pg's results of a message: an array if it had several statements. */
type Results<R> = SessionResult<R> | SessionResult<R>[];

/**
 * Sends statements in one message, so they take one round trip. PostgreSQL executes them one after the other, as if they
 * had been sent alone, but none after one that fails.
 * @throws {MessageError} if one fails
 */
export async function sendTogether<R>(
  client: Sender,
  statements: readonly SentStatement[],
): Promise<SessionResult<R>[]> {
  const [sent] = sendAll<R>(client, [statements]);
  if (!sent) throw new Error('unreachable: each message has an answer');
  return sent;
}

/**
 * Sends several messages of `sendTogether` at once, so they take one round trip. Each is a transaction of its own, unless
 * it says otherwise: those after one that fails are executed.
 * @returns the answer to each message, which rejects with a MessageError if one of its statements fails
 */
export function sendAll<R>(
  client: Sender,
  messages: readonly (readonly SentStatement[])[],
): Promise<SessionResult<R>[]>[] {
  const sent = messages.map((statements) => new Message<R>(statements));
  /** pg takes the answers of one query at a time. */
  const expect = (index: number) => {
    const message = sent[index];
    if (!message) return;
    message.onAnswered = () => expect(index + 1);
    client.query(message.query);
  };
  const [first] = sent;
  if (first) {
    first.write = (connection) => {
      connection.stream.cork();
      for (const message of sent) message.writeTo(connection);
      connection.stream.uncork();
    };
    expect(0);
  }
  return sent.map(({ answer }) => answer);
}

interface Sender {
  query(query: pg.Query): unknown;
}

/** Statements between two points where PostgreSQL synchronises. */
class Message<R> {
  readonly #statements: readonly SentStatement[];
  /** Those that PostgreSQL has yet to parse. */
  readonly #unparsed: SentStatement[] = [];
  #executed = 0;
  #problem: unknown;
  #leave = () => {};
  /** For pg, which hands over what PostgreSQL answers. */
  readonly query: pg.Query;
  readonly answer: Promise<SessionResult<R>[]>;
  /** Called when pg expects the answer, to write what isn't written yet. */
  write: (connection: pg.Connection) => void = () => {};
  /** Called when pg has the answer. */
  onAnswered: () => void = () => {};

  constructor(statements: readonly SentStatement[]) {
    this.#statements = statements;
    const [unparsed, query] = [this.#unparsed, new pg.Query(extended({ text: '', values: [] }))];
    // When PostgreSQL has parsed a statement, pg records that the one of this name and text is prepared.
    Object.defineProperties(query, {
      name: { get: () => unparsed[0]?.name },
      text: { get: () => unparsed[0]?.text ?? statements.map(({ text }) => text).join('; ') },
    });
    query.submit = (connection) => {
      this.#listen(connection);
      this.write(connection);
    };
    this.query = query;
    this.answer = new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(new MessageError(this.#executed, error));
      query.once('end', (results: Results<R>) => {
        this.#leave();
        if (this.#problem === undefined) resolve(Array.isArray(results) ? results : [results]);
        else fail(this.#problem);
        this.onAnswered();
      });
      query.once('error', (error) => {
        this.#leave();
        fail(error);
        this.onAnswered();
      });
    });
  }

  #listen(connection: pg.Connection): void {
    const onParsed = () => this.#unparsed.shift();
    const onExecuted = () => (this.#executed += 1);
    connection.on('parseComplete', onParsed);
    connection.on('commandComplete', onExecuted);
    this.#leave = () => {
      connection.off('parseComplete', onParsed);
      connection.off('commandComplete', onExecuted);
      if (!isPreparing(connection)) return;
      for (const { name } of this.#unparsed) {
        if (name !== undefined) Reflect.deleteProperty(connection.submittedNamedStatements, name);
      }
    };
  }

  writeTo(connection: pg.Connection): void {
    connection.stream.cork();
    const sync = connection.sync.bind(connection);
    // Each statement would end the message.
    connection.sync = () => {};
    for (const wanted of this.#statements) {
      // A statement before it may fail, and then PostgreSQL doesn't prepare what it was sent to prepare.
      const statement = isSubmitted(connection, wanted) ? { ...wanted, name: undefined } : wanted;
      if (!isPrepared(connection, statement)) this.#unparsed.push(statement);
      const query = new pg.Query(extended(statement));
      query.once('error', (error: unknown) => {
        this.#problem ??= error;
      });
      query.submit(connection);
      if (this.#problem === undefined) continue;
      // Its values can't be sent. pg has sent that the statement is no longer prepared.
      if (statement.name !== undefined && isPreparing(connection)) {
        Reflect.deleteProperty(connection.parsedStatements, statement.name);
      }
      break;
    }
    connection.sync = sync;
    connection.sync();
    connection.stream.uncork();
  }
}

/** Without parameters pg would use the simple protocol, in which each statement is a message. */
function extended({ text, values, name }: SentStatement) {
  return { text, values, ...(name !== undefined && { name }), queryMode: 'extended' };
}

function isPreparing(connection: pg.Connection): connection is pg.Connection & Preparing {
  return 'parsedStatements' in connection && 'submittedNamedStatements' in connection;
}

function isPrepared(connection: pg.Connection, { name }: SentStatement): boolean {
  return name !== undefined && isPreparing(connection) && name in connection.parsedStatements;
}

/** True if PostgreSQL was sent a statement to prepare, and hasn't answered. */
function isSubmitted(connection: pg.Connection, { name }: SentStatement): boolean {
  return name !== undefined && isPreparing(connection) && name in connection.submittedNamedStatements;
}

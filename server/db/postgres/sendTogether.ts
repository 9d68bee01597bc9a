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
  parsedStatements: Readonly<Record<string, string>>;
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
export function sendTogether<R>(
  client: { query(query: pg.Query): unknown },
  statements: readonly SentStatement[],
): Promise<SessionResult<R>[]> {
  /** Those that PostgreSQL has yet to parse. */
  const unparsed: SentStatement[] = [];
  let executed = 0;
  let problem: unknown;
  let leave = () => {};
  const message = new pg.Query(extended({ text: '', values: [] }));
  // When PostgreSQL has parsed a statement, pg records that the one of this name and text is prepared.
  Object.defineProperties(message, {
    name: { get: () => unparsed[0]?.name },
    text: { get: () => unparsed[0]?.text ?? statements.map(({ text }) => text).join('; ') },
  });
  message.submit = (connection) => {
    const onParsed = () => unparsed.shift();
    const onExecuted = () => (executed += 1);
    connection.on('parseComplete', onParsed);
    connection.on('commandComplete', onExecuted);
    leave = () => {
      connection.off('parseComplete', onParsed);
      connection.off('commandComplete', onExecuted);
      if (!isPreparing(connection)) return;
      for (const { name } of unparsed) {
        if (name !== undefined) Reflect.deleteProperty(connection.submittedNamedStatements, name);
      }
    };
    connection.stream.cork();
    const sync = connection.sync.bind(connection);
    // Each statement would end the message.
    connection.sync = () => {};
    for (const statement of statements) {
      if (!isPrepared(connection, statement)) unparsed.push(statement);
      const query = new pg.Query(extended(statement));
      query.once('error', (error: unknown) => {
        problem ??= error;
      });
      query.submit(connection);
      // Its values can't be sent.
      if (problem !== undefined) break;
    }
    connection.sync = sync;
    connection.sync();
    connection.stream.uncork();
  };
  return new Promise((resolve, reject) => {
    message.once('end', (results: Results<R>) => {
      leave();
      if (problem === undefined) resolve(Array.isArray(results) ? results : [results]);
      else reject(new MessageError(executed, problem));
    });
    message.once('error', (error) => {
      leave();
      reject(new MessageError(executed, error));
    });
    client.query(message);
  });
}

/** Without parameters pg would use the simple protocol, in which each statement is a message. */
function extended({ text, values, name }: SentStatement) {
  return { text, values, ...(name !== undefined && { name }), queryMode: 'extended' };
}

function isPreparing(connection: pg.Connection): connection is pg.Connection & Preparing {
  return 'parsedStatements' in connection && 'submittedNamedStatements' in connection;
}

/** True if PostgreSQL has parsed a statement, or the message has already asked it to. */
function isPrepared(connection: pg.Connection, { name }: SentStatement): boolean {
  if (name === undefined || !isPreparing(connection)) return false;
  return name in connection.parsedStatements || name in connection.submittedNamedStatements;
}

import pg from 'pg';
import { REQUEST_LIMITS } from '../limits.ts';
import { answerWithin } from './answerWithin.ts';

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

import type { Limits } from './limits.ts';

/** Result of one statement. `command` is the first word of PostgreSQL's command tag. */
export interface SessionResult<R> {
  command: string;
  rowCount: number | null;
  rows: R[];
}

/** One connection, exclusive to one caller until it is released. */
export interface Session {
  query<R>(sql: string, parameters: unknown[]): Promise<SessionResult<R>>;
  /** @param broken true if the connection must be discarded */
  release(broken?: boolean): void;
}

export interface ConnectionCounts {
  open: number;
  idle: number;
  /** Number of callers that wait for a connection. */
  waiting: number;
}

/** Source of connections: the single one of the embedded database, or a pool on PostgreSQL. */
export interface SessionPool {
  /** @param limits apply to all statements of the caller; ignored by the embedded database */
  connect(limits: Limits): Promise<Session>;
  /** True if the database accepts writes. Asks it each time. */
  canWrite(): Promise<boolean>;
  counts(): ConnectionCounts;
  end(): Promise<void>;
}

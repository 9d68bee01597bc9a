import type { Limits } from './limits.ts';

/** What came back from one statement. `command` is the first word of PostgreSQL's command tag. */
export interface SessionResult<R> {
  command: string;
  rowCount: number | null;
  rows: R[];
}

/** One connection, held by one caller until it is released. */
export interface Session {
  query<R>(sql: string, parameters: unknown[]): Promise<SessionResult<R>>;
  /** @param broken the connection must not be used again */
  release(broken?: boolean): void;
}

export interface ConnectionCounts {
  open: number;
  idle: number;
  /** Callers that wait for one. */
  waiting: number;
}

/** Where connections come from: the one of the embedded database, or a pool of PostgreSQL's. */
export interface SessionPool {
  /** @param limits hold for all that the caller asks of the connection; the embedded database has none */
  connect(limits: Limits): Promise<Session>;
  /** True if the database takes writes. Asks it. */
  canWrite(): Promise<boolean>;
  counts(): ConnectionCounts;
  end(): Promise<void>;
}

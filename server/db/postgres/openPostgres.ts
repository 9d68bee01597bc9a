import { REQUEST_LIMITS, type SessionPool } from '../session.ts';
import { databaseHosts, placeOf } from './databaseHosts.ts';
import { findHost, reasonOf } from './findHost.ts';
import { type PoolOptions, PostgresPool } from './postgresPool.ts';

/**
 * Thrown if PostgreSQL doesn't answer or refuses the connection. The message names host and database, never the
 * password.
 */
export class DatabaseUnreachableError extends Error {
  constructor(cause: unknown) {
    super(`The database cannot be used: ${reasonOf(cause)}`, { cause });
    this.name = 'DatabaseUnreachableError';
  }
}

interface PostgresOptions extends Omit<PoolOptions, 'role'> {
  databaseUrl: string;
}

/**
 * Opens a pool on the first host that accepts writes, so a wrong address fails at start.
 * @throws {DatabaseUrlError} if the URL is malformed
 * @throws {DatabaseUnreachableError} if no host can be used
 */
export async function openPostgres({ databaseUrl, ...options }: PostgresOptions): Promise<SessionPool> {
  const hosts = databaseHosts(databaseUrl);
  try {
    const host = await findHost(hosts, options.connectTimeoutMs, 'primary');
    const pool = new PostgresPool(hosts, host, { ...options, role: 'primary' });
    const session = await pool.connect(REQUEST_LIMITS).catch(async (error: unknown) => {
      await pool.end();
      throw new Error(`${placeOf(host)}: ${reasonOf(error)}`, { cause: error });
    });
    session.release();
    return pool;
  } catch (error) {
    throw new DatabaseUnreachableError(error);
  }
}

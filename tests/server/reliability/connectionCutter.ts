import pg from 'pg';
import { expect } from 'vitest';

const PATIENT = { timeout: 30_000 };

/** Another PostgreSQL client that can cut a server's connections and lock rows that its calls need. */
export interface ConnectionCutter {
  /**
   * Terminates all connections of servers.
   * @returns their number
   */
  cut(): Promise<number>;
  /** Locks all wallets until `letGo`. */
  holdWallets(): Promise<void>;
  letGo(): Promise<void>;
  /** Waits until at least `calls` calls wait for the locks. */
  untilWaiting(calls: number): Promise<void>;
  close(): Promise<void>;
}

export async function connectionCutter(databaseUrl: string): Promise<ConnectionCutter> {
  // Statistics are frozen within a transaction, so the waiting calls are counted on another connection.
  const newClient = () => new pg.Client({ connectionString: databaseUrl, application_name: 'cutter' });
  const [client, holder] = [newClient(), newClient()];
  await Promise.all([client.connect(), holder.connect()]);
  const ofServers = `datname = current_database() and application_name = 'merchant-console'`;
  async function count(statement: string): Promise<number> {
    const { rows } = await client.query<{ count: number }>(statement);
    return rows[0]?.count ?? 0;
  }
  return {
    cut: () =>
      count(`select count(pg_terminate_backend(pid))::integer as count from pg_stat_activity where ${ofServers}`),
    async holdWallets() {
      await holder.query('begin');
      await holder.query('select from wallets for update');
    },
    async letGo() {
      await holder.query('rollback');
    },
    async untilWaiting(calls) {
      const waiting = `select count(*)::integer as count from pg_stat_activity where ${ofServers} and wait_event_type = 'Lock'`;
      await expect.poll(() => count(waiting), PATIENT).toBeGreaterThanOrEqual(calls);
    },
    async close() {
      await Promise.all([client.end(), holder.end()]);
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { OwnPostgres } from '#tests/support/runPostgres.ts';
import type { Random } from '#demo/random.ts';
import type { CrashPlace } from './CrashPlace.ts';
import { startServer, type Environment } from './serverProcess.ts';

/**
 * Kills PostgreSQL while the server keeps running: either its main process, or the backend of a connection, after which
 * PostgreSQL restarts all backends by itself.
 */
export function killingPostgres(environment: Environment, postgres: OwnPostgres, random: Random): CrashPlace {
  const server = startServer(environment);
  return {
    url: () => server.url,
    async kill({ come }) {
      await server.url;
      await come();
      if (random.chance(0.5)) process.kill(await postgres.pid(), 'SIGKILL');
      else await killBackend(postgres.url);
      await postgres.startAgain();
      await forgetCutOffChecks(environment);
      const { exitCode, signalCode } = server.child.process;
      if (exitCode !== null || signalCode !== null) throw new Error('The server did not survive its database');
    },
    stop: () => server.child.kill(),
  };
}

/** Kills the backend of one of the server's connections, if it has any. */
async function killBackend(url: string): Promise<void> {
  const client = await connected(url);
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'merchant-console' order by query_start desc limit 1`,
  );
  const [backend] = rows;
  if (backend) process.kill(backend.pid, 'SIGKILL');
  await client.end().catch(() => {});
}

/** Retries, because PostgreSQL may still be recovering from the last kill. */
async function connected(url: string): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    // Killing a backend ends this connection, too.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch {
      await sleep(20);
    }
  }
}

/** Deletes failed payment password attempts, so that none can lock a user. */
async function forgetCutOffChecks({ DATABASE_URL = '' }: Environment): Promise<void> {
  const client = await connected(DATABASE_URL);
  await client.query('delete from pay_password_attempts');
  await client.end();
}

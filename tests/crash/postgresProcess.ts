import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { OwnPostgres } from '#tests/support/runPostgres.ts';
import type { Random } from '#server/demo/random.ts';
import type { CrashPlace } from './CrashPlace.ts';
import { startServer, type Environment } from './serverProcess.ts';

/**
 * A place where PostgreSQL is killed below a server that goes on: its first process, or one of those that serve a
 * connection, after which it starts all of them again by itself.
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

/** Kills the process behind one of the server's connections, when there is one. */
async function killBackend(url: string): Promise<void> {
  const client = await connected(url);
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'merchant-console' order by query_start desc limit 1`,
  );
  const [backend] = rows;
  if (backend) process.kill(backend.pid, 'SIGKILL');
  await client.end().catch(() => {});
}

/** It may still be recovering from the last time. */
async function connected(url: string): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    // It is thrown out with all others.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch {
      await sleep(20);
    }
  }
}

/** See `crashServer.ts`. */
async function forgetCutOffChecks({ DATABASE_URL = '' }: Environment): Promise<void> {
  const client = await connected(DATABASE_URL);
  await client.query('delete from pay_password_attempts');
  await client.end();
}

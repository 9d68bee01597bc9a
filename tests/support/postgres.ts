import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { execute } from './executeStatement.ts';
import { postgresBinaries } from './postgresBinaries.ts';
import { initialise, makeFolder, reachable, serverUser } from './postgresFolder.ts';
import { runPostgres, type OwnPostgres } from './runPostgres.ts';

export interface PostgresServer {
  /** Of its database `postgres`, as a user who may do everything. */
  url: string;
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Folder of `initdb` and `postgres`; found by itself when not given. */
  binaries?: string;
  /** True: with fsync, to try what happens when the server is killed. */
  durable?: boolean;
  /** An empty one for its data, of the user that it runs as; one of its own when not given. */
  folder?: string;
  /** Besides the usual ones, such as `wal_level=replica`. */
  settings?: readonly string[];
}

/**
 * Starts a PostgreSQL server of its own for tests, on a free port of the loopback address (about 2 s), or uses
 * the one that TEST_DATABASE_URL names.
 */
export async function startPostgres(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const given = process.env['TEST_DATABASE_URL'];
  return given ? { url: given, stop: async () => {} } : startOwnPostgres(options);
}

/** The same, always of its own, so that it can be killed. */
export async function startOwnPostgres({
  binaries,
  durable = false,
  folder: given,
  settings = [],
}: PostgresServerOptions = {}): Promise<OwnPostgres> {
  const user = await serverUser();
  const folder = given ?? (await makeFolder(user));
  try {
    const programs = await reachable(binaries ?? (await postgresBinaries()), folder, user);
    await initialise(programs, folder, user);
    return await runPostgres(programs, folder, { user, durable, settings });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** A new database on the server, empty or a copy of another one that nobody is connected to. */
export async function createDatabase(
  serverUrl: string,
  { template }: { template?: string } = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const source = template === undefined ? 'template0' : new URL(template).pathname.slice(1);
  await execute(serverUrl, `create database ${name} template ${pg.escapeIdentifier(source)}`);
  const drop = async () => {
    await execute(serverUrl, `drop database if exists ${name} with (force)`);
  };
  return { url: databaseUrl(serverUrl, name), drop };
}

/** Address of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Whether the server has a database of this name. */
export async function hasDatabase(serverUrl: string, name: string): Promise<boolean> {
  const rows = await execute(serverUrl, `select 1 from pg_database where datname = ${pg.escapeLiteral(name)}`);
  return rows.length > 0;
}

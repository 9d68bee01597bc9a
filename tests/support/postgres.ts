import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { CITUS_URL, closeDatabase, nodesOf, setUpCitus } from './citus.ts';
import { execute } from './executeStatement.ts';
import { postgresBinaries } from './postgresBinaries.ts';
import { initialise, makeFolder, reachable, serverUser } from './postgresFolder.ts';
import { runPostgres, type OwnPostgres } from './runPostgres.ts';

export interface PostgresServer {
  /** URL of its database `postgres`, for a superuser. */
  url: string;
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Folder with `initdb` and `postgres`. Default: searched for. */
  binaries?: string;
  /** True to run with fsync, for tests that kill the server. */
  durable?: boolean;
  /** An empty folder for its data, owned by the user that it runs as. Default: a new one in `parent`. */
  folder?: string;
  /** Settings besides the usual ones, such as `wal_level=replica`. */
  settings?: readonly string[];
}

/**
 * Starts a PostgreSQL server for tests on a free loopback port (about 2 s), or uses the one in TEST_DATABASE_URL or the cluster in
 * TEST_CITUS_URL.
 */
export async function startPostgres(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const given = CITUS_URL ?? process.env['TEST_DATABASE_URL'];
  return given ? { url: given, stop: async () => {} } : startOwnPostgres(options);
}

/** Like `startPostgres`, but always starts a new server, so that a test can kill it. */
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

/** Creates a database on the server: empty, or a copy of a database without connections. */
export async function createDatabase(
  serverUrl: string,
  { template }: { template?: string } = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const source = template === undefined ? 'template0' : new URL(template).pathname.slice(1);
  const nodes = await nodesOf(serverUrl);
  // The default strategy writes each page to the log, which takes twice as long for a small database.
  const creation = `create database ${name} template ${pg.escapeIdentifier(source)} strategy file_copy`;
  await Promise.all(nodes.map((node) => execute(node, creation)));
  const urls = nodes.map((node) => databaseUrl(node, name));
  if (nodes.length > 1) await setUpCitus(urls, { isEmpty: template === undefined });
  const drop = async () => {
    for (const node of nodes.toReversed()) await execute(node, `drop database if exists ${name} with (force)`);
  };
  return { url: databaseUrl(serverUrl, name), drop };
}

/**
 * Renames a database that nobody uses any more, to copy it.
 * @throws if there is one of that name
 */
export async function renameDatabase(serverUrl: string, from: string, to: string): Promise<void> {
  const nodes = await nodesOf(serverUrl);
  if (nodes.length > 1) for (const node of nodes.toReversed()) await closeDatabase(node, from);
  // The coordinator's last, so that the others are there for who finds it.
  for (const node of nodes) await execute(node, `alter database ${from} rename to ${pg.escapeIdentifier(to)}`);
}

/** URL of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** True if the server has a database with this name. */
export async function hasDatabase(serverUrl: string, name: string): Promise<boolean> {
  const rows = await execute(serverUrl, `select 1 from pg_database where datname = ${pg.escapeLiteral(name)}`);
  return rows.length > 0;
}

import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresBinaries } from './postgresBinaries.ts';

const run = promisify(execFile);

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
}

const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const SETTINGS = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'jit=off'],
  ...['wal_level=minimal', 'max_wal_senders=0', 'deadlock_timeout=100ms'],
];

/**
 * Runs the server until its input ends, which also happens when the process that started it dies in whatever way.
 * Then it stops the server and removes its folder. Arguments: folder, program and its arguments.
 */
const SUPERVISE = `
folder=$1; shift
trap '' HUP INT TERM
"$@" >"$folder/log" 2>&1 </dev/null & server=$!
read -r _
kill -QUIT $server; wait $server; rm -rf "$folder"`;

/**
 * Starts a PostgreSQL server of its own for tests, on a free port of the loopback address (about 2 s), or uses
 * the one that TEST_DATABASE_URL names.
 */
export async function startPostgres(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  const user = await serverUser();
  const folder = await makeFolder(user);
  try {
    const binaries = await reachable(options.binaries ?? (await postgresBinaries()), folder, user);
    await initialise(binaries, folder, user);
    return await start(binaries, folder, user, options.durable ?? false);
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
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(serverUrl, `drop database if exists ${name} with (force)`) };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Spawn options that run a program as a user; none unless this process is root, which PostgreSQL refuses. */
type ServerUser = { uid: number; gid: number } | Record<string, never>;

async function serverUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => (await run('id', [flag, name])).stdout));
      return { uid: Number(uid), gid: Number(gid) };
    } catch {
      // no such user: the next one
    }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody"');
}

async function allowed(test: '-x' | '-w', path: string, user: ServerUser): Promise<boolean> {
  return run('test', [test, path], user).then(
    () => true,
    () => false,
  );
}

async function makeFolder(user: ServerUser): Promise<string> {
  const parent = (await allowed('-w', tmpdir(), user)) ? tmpdir() : '/tmp';
  const folder = await mkdtemp(join(parent, 'postgres-'));
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
}

/** The programs, copied next to the data when the server's user can't get at them where they are. */
async function reachable(binaries: string, folder: string, user: ServerUser): Promise<string> {
  if (await allowed('-x', join(binaries, 'postgres'), user)) return binaries;
  const copy = join(folder, 'postgresql');
  await cp(join(binaries, '..'), copy, { recursive: true, verbatimSymlinks: true });
  // The server's user removes the folder at the end, so all in it must be that user's.
  if (user.uid !== undefined) await run('chown', ['-R', `${user.uid}:${user.gid}`, copy]);
  return join(copy, 'bin');
}

async function initialise(binaries: string, folder: string, user: ServerUser): Promise<void> {
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--no-instructions'];
  const initdb = (locale: string[]) =>
    run(join(binaries, 'initdb'), ['-D', join(folder, 'data'), ...flags, ...locale], { ...user, cwd: folder });
  // Sorting by bytes and letters of all languages, as in the embedded database; not every system has that locale.
  await initdb(['--locale=C', '--lc-ctype=C.UTF-8']).catch(() => initdb(['--locale=C']));
}

async function start(binaries: string, folder: string, user: ServerUser, durable: boolean): Promise<PostgresServer> {
  const port = await freePort();
  const settings = [...SETTINGS, `port=${port}`, ...(durable ? [] : FAST)].flatMap((setting) => ['-c', setting]);
  const server = [join(binaries, 'postgres'), '-D', join(folder, 'data'), ...settings];
  const supervisor = spawn('/bin/sh', ['-c', SUPERVISE, 'sh', folder, ...server], {
    ...user,
    cwd: folder,
    // A session of its own: Ctrl-C in the terminal must not reach it before the tests have ended.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()));
  supervisor.unref();
  const stop = async () => {
    supervisor.ref();
    supervisor.stdin.end();
    await ended;
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  try {
    await ready(url, join(folder, 'log'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function ready(url: string, log: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answers = await execute(url, 'select 1').then(
      () => true,
      () => false,
    );
    if (answers) return;
    await sleep(50);
  }
  throw new Error(`PostgreSQL does not start: ${await readFile(log, 'utf8').catch(() => 'it wrote no log')}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

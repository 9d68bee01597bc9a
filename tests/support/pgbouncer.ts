import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execute } from './executeStatement.ts';
import { serverUser } from './postgresFolder.ts';
import { freePort } from './runPostgres.ts';

/** Number of PostgreSQL connections shared by all clients of one database. */
const CONNECTIONS = 4;

/** The settings that docs/operating.md recommends. */
export const DOCUMENTED_SETTINGS = documentedSettings();

function documentedSettings(): string[] {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const [, block = ''] = /^```ini\n(.*?)^```$/ms.exec(page) ?? [];
  const settings = block.split('\n').filter((line) => line !== '' && !line.startsWith(';'));
  if (settings.length === 0) throw new Error('docs/operating.md has no settings of pgbouncer');
  return settings;
}

/** Path of the program, or null if it isn't installed. */
export const pgbouncerProgram = ['pgbouncer', '/usr/sbin/pgbouncer'].find(isProgram) ?? null;

function isProgram(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts pgbouncer in front of a database with transaction pooling.
 * @param more settings besides the defaults
 * @returns the database's URL through pgbouncer
 */
export async function startPgbouncer(
  databaseUrl: string,
  more: readonly string[] = [],
): Promise<{ url: string; stop: () => Promise<void> }> {
  const user = await serverUser();
  const folder = await mkdtemp(path.join(tmpdir(), 'pgbouncer-'));
  const { hostname, port: databasePort, username, password } = new URL(databaseUrl);
  const port = await freePort();
  const database = `host=${hostname} port=${databasePort || 5432} user=${username}${password && ` password=${password}`}`;
  const file = path.join(folder, 'pgbouncer.ini');
  const settings = [
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${CONNECTIONS}`,
    ...more,
  ];
  await writeFile(file, ['[databases]', `* = ${database}`, '[pgbouncer]', ...settings, ''].join('\n'));
  if (user.uid !== undefined) for (const each of [folder, file]) await chown(each, user.uid, user.gid);
  const pgbouncer = spawn(pgbouncerProgram ?? 'pgbouncer', ['--quiet', file], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = once(pgbouncer, 'exit');
  const url = new URL(databaseUrl);
  [url.hostname, url.port] = ['127.0.0.1', String(port)];
  const stop = async () => {
    pgbouncer.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  };
  for (let isUp = false; !isUp && pgbouncer.exitCode === null;) {
    isUp = await execute(url.href, 'select 1').then(
      () => true,
      () => false,
    );
  }
  if (pgbouncer.exitCode !== null) throw new Error(`pgbouncer ended with ${pgbouncer.exitCode}`);
  return { url: url.href, stop };
}

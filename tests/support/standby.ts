import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startOwnPostgres } from './postgres.ts';
import { postgresBinaries } from './postgresBinaries.ts';
import { makeFolder, reachable, serverUser } from './postgresFolder.ts';
import { runPostgres, type OwnPostgres } from './runPostgres.ts';

const run = promisify(execFile);

const REPLICATED = ['wal_level=replica', 'max_wal_senders=4', 'wal_keep_size=256MB'];

/** Starts a PostgreSQL server that a standby can replicate. @param more settings in addition to the usual ones */
export function startPrimary(more: readonly string[] = []): Promise<OwnPostgres> {
  return startOwnPostgres({ settings: [...REPLICATED, ...more] });
}

/** Starts a standby: a replica of a primary that serves reads only until it is promoted with `pg_promote`. */
export async function startStandby(primary: OwnPostgres): Promise<OwnPostgres> {
  const user = await serverUser();
  const folder = await makeFolder(user);
  try {
    const binaries = await reachable(await postgresBinaries(), folder, user);
    const data = path.join(folder, 'data');
    const files = { backup_label: await copyOf(primary, data), 'standby.signal': '' };
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(data, name);
      await writeFile(file, content);
      if (user.uid !== undefined) await chown(file, user.uid, user.gid);
    }
    const { hostname, port, username } = new URL(primary.url);
    const follow = `primary_conninfo=host=${hostname} port=${port} user=${username}`;
    return await runPostgres(binaries, folder, { user, durable: false, settings: [...REPLICATED, follow] });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Takes a base backup of a running server.
 * @returns the log position from which recovery must start
 */
async function copyOf(primary: OwnPostgres, data: string): Promise<string> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query('select pg_backup_start($1, true)', [randomUUID()]);
    const filter = (source: string) => !/postmaster\.(pid|opts)$/.test(source);
    await cp(path.join(primary.folder, 'data'), data, { recursive: true, preserveTimestamps: true, filter });
    const { uid, gid } = await serverUser();
    if (uid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, data]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    return rows[0]?.labelfile ?? '';
  } finally {
    await client.end();
  }
}

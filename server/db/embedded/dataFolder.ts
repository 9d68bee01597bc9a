import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Thrown if the folder of the embedded database can't be created or written, or contains something else. */
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

/** PostgreSQL's major version in the tested PGlite. */
const POSTGRES_MAJOR = '18';

/** Runs `act` and turns errors of the file system into a DataFolderError. */
export async function onFolder<T>(folder: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new DataFolderError(folder, error.message, error);
    throw error;
  }
}

/**
 * Path of the database inside a data folder that this process has locked. Without a database, `initialise` creates one
 * under a temporary name, which is then synced and renamed, so a folder of the final name is complete.
 * @throws {DataFolderError} if something else is in its place
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
 * Path of the database inside a data folder, or null if there is none.
 * @throws {DataFolderError} if something else is in its place
 */
export async function existingDatabase(dataDir: string): Promise<string | null> {
  const folder = join(dataDir, 'database');
  const entries = await entriesOf(folder);
  if (entries.length === 0) return null;
  await checkVersion(folder, entries);
  return folder;
}

/**
 * Path of the database inside a data folder, for commands that never create one.
 * @throws {DataFolderError} if there is no database, or something else is in its place
 */
export async function requiredDatabase(dataDir: string): Promise<string> {
  const folder = await onFolder(dataDir, () => existingDatabase(dataDir));
  if (folder !== null) return folder;
  throw new DataFolderError(dataDir, 'it contains no database. Set DATA_DIR to the folder of one.');
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
    throw new DataFolderError(
      folder,
      'it contains files, but no database. Move them, or set DATA_DIR to another folder.',
    );
  }
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== POSTGRES_MAJOR) {
    throw new DataFolderError(
      folder,
      `its database has PostgreSQL format ${version}, but this version needs ${POSTGRES_MAJOR}.`,
    );
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
  // Windows can't open folders and doesn't need them synced.
  const file = await open(path, 'r').catch((error: unknown) => {
    if (process.platform === 'win32') return null;
    throw error;
  });
  await file?.sync();
  await file?.close();
}

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { access, mkdir, open, readFile, rm } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { Clock } from '#server/clock.ts';
import { databaseFolder, DataFolderError, existingDatabase, onFolder, requiredDatabase } from './dataFolder.ts';
import { DurableNodeFs } from './durableNodeFs.ts';
import { lockFolder } from './lock.ts';
import { startEmbedded } from './openEmbedded.ts';

const gunzipped = promisify(gunzip);

/** Thrown if a backup file already exists, or can't be read or written. */
export class BackupFileError extends Error {
  constructor(file: string, problem: string, cause?: unknown) {
    super(`The backup ${file} cannot be used: ${problem}`, { cause });
    this.name = 'BackupFileError';
  }
}

interface BackupDeps {
  dataDir: string;
  file: string;
  clock: Clock;
}

/**
 * Writes the embedded database to a new file: its folder as tar and gzip, held in memory for a moment. The data key
 * isn't included. Locks the folder, so no other process writes at the same time.
 * @throws {BackupFileError} if the file exists or can't be written; also FolderInUseError, FolderLockedElsewhereError,
 * DataFolderError and EmbeddedStartError
 */
export async function backUpEmbedded({ dataDir, file, clock }: BackupDeps): Promise<void> {
  await onFolder(dataDir, () => access(dataDir));
  const lock = await onFolder(dataDir, () => lockFolder(dataDir, { clock }));
  try {
    const folder = await requiredDatabase(dataDir);
    const pglite = await startEmbedded(new DurableNodeFs(folder), folder);
    try {
      await pglite.exec('checkpoint');
      const packed = await pglite.dumpDataDir('gzip');
      await onBackup(file, async () => writeNew(file, new Uint8Array(await packed.arrayBuffer())));
    } finally {
      await pglite.close();
    }
  } finally {
    await lock.release();
  }
}

/**
 * Restores the embedded database from a backup, into a data folder without a database.
 * @throws {DataFolderError} if the folder has a database; also the errors of `backUpEmbedded`
 */
export async function restoreEmbedded({ dataDir, file, clock }: BackupDeps): Promise<void> {
  const packed = await onBackup(file, () => readFile(file));
  await onFolder(dataDir, () => mkdir(dataDir, { recursive: true, mode: 0o700 }));
  const lock = await onFolder(dataDir, () => lockFolder(dataDir, { clock }));
  try {
    if ((await existingDatabase(dataDir)) !== null) {
      throw new DataFolderError(
        dataDir,
        'it already contains a database, which a restore never replaces. Set DATA_DIR to a new folder.',
      );
    }
    await databaseFolder(dataDir, async (draft) => {
      const pglite = await unpacked(file, draft, packed);
      await pglite.close();
    });
  } finally {
    await lock.release();
  }
}

async function unpacked(file: string, draft: string, packed: Uint8Array): Promise<PGlite> {
  try {
    // PGlite can unpack gzip, too, but ends the process if the file is damaged.
    const tar = new Blob([await gunzipped(packed)], { type: 'application/x-tar' });
    return await startEmbedded(new DurableNodeFs(draft), draft, tar);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupFileError(file, `no database can be restored from it: ${reason}`, error);
  }
}

/** Writes the file completely and syncs it, or not at all, so a backup file is never incomplete. */
async function writeNew(file: string, bytes: Uint8Array): Promise<void> {
  const written = await open(file, 'wx', 0o600);
  try {
    await written.writeFile(bytes);
    await written.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await written.close();
  }
}

async function onBackup<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const isThere = 'code' in error && error.code === 'EEXIST';
    throw new BackupFileError(file, isThere ? 'it already exists. Choose another name.' : error.message, error);
  }
}

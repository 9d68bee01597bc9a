import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { access, mkdir, open, readFile, rm } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { Clock } from '#server/clock.ts';
import { databaseFolder, DataFolderError, existingDatabase, onFolder } from './dataFolder.ts';
import { DurableNodeFs } from './durableNodeFs.ts';
import { lockFolder } from './lock.ts';
import { startEmbedded } from './openEmbedded.ts';

const gunzipped = promisify(gunzip);

/** The file of a backup is there already, or cannot be read or written. */
export class BackupFileError extends Error {
  constructor(file: string, problem: string, cause?: unknown) {
    super(`The backup ${file} cannot be used: ${problem}`, { cause });
    this.name = 'BackupFileError';
  }
}

interface BackupMeans {
  dataDir: string;
  file: string;
  clock: Clock;
}

/**
 * Writes a copy of the embedded database into a new file: its folder, packed with tar and gzip, all of it in memory for a
 * moment. The data key is not in it. No other process can have the database meanwhile, so nothing is half done in it.
 * @throws FolderInUseError, FolderLockedElsewhereError, DataFolderError, EmbeddedStartError, BackupFileError
 */
export async function backUpEmbedded({ dataDir, file, clock }: BackupMeans): Promise<void> {
  await onFolder(dataDir, () => access(dataDir));
  const lock = await onFolder(dataDir, () => lockFolder(dataDir, { clock }));
  try {
    const folder = await existingDatabase(dataDir);
    if (folder === null) throw new DataFolderError(dataDir, 'there is no database in it. Set DATA_DIR.');
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
 * Makes the embedded database out of a backup, in a data folder that has none.
 * @throws DataFolderError when it has one; the other errors of `backUpEmbedded`
 */
export async function restoreEmbedded({ dataDir, file, clock }: BackupMeans): Promise<void> {
  const packed = await onBackup(file, () => readFile(file));
  await onFolder(dataDir, () => mkdir(dataDir, { recursive: true, mode: 0o700 }));
  const lock = await onFolder(dataDir, () => lockFolder(dataDir, { clock }));
  try {
    if ((await existingDatabase(dataDir)) !== null) {
      throw new DataFolderError(
        dataDir,
        'it holds a database, which a restore never replaces. Set DATA_DIR to a new folder.',
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
    // PGlite would unpack it, too, but ends the process over one that is damaged.
    const tar = new Blob([await gunzipped(packed)], { type: 'application/x-tar' });
    return await startEmbedded(new DurableNodeFs(draft), draft, tar);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupFileError(file, `no database can be made of it: ${reason}`, error);
  }
}

/** Whole and on the disk, or not there at all: a file of that name is never half a backup. */
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
    throw new BackupFileError(file, isThere ? 'it is there already. Choose another name.' : error.message, error);
  }
}

import { mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import type { Clock } from '#server/clock.ts';
import { columnParsers } from '../columnParsers.ts';
import type { DbLog } from '../dbLog.ts';
import type { SessionPool } from '../session.ts';
import { databaseFolder, onFolder } from './dataFolder.ts';
import { checkDurability } from './durability.ts';
import { DURABLE_START_PARAMS, DurableNodeFs } from './durableNodeFs.ts';
import { EmbeddedPool, type EmbeddedCrashedError } from './embeddedPool.ts';
import { lockFolder, type FolderLock } from './lock.ts';
import { checkPgliteVersion, installedPgliteVersion } from './pgliteVersion.ts';

/** The embedded database's files are there, but it does not start on them. */
export class EmbeddedStartError extends Error {
  constructor(folder: string, reasons: string[], cause: unknown) {
    super(`The embedded database in ${folder} does not start: ${reasons.join('; ') || String(cause)}`, { cause });
    this.name = 'EmbeddedStartError';
  }
}

export interface EmbeddedOptions {
  dataDir: string;
  clock: Clock;
  log: DbLog;
  onCrash: (error: EmbeddedCrashedError) => void;
}

/**
 * Opens the database in `dataDir/database` and makes it when it is not there (4 to 7 s; opening takes under 1 s).
 * The folder belongs to this process until the returned pool is ended.
 * @throws PgliteVersionError, FolderInUseError, FolderLockedElsewhereError, DataFolderError, EmbeddedStartError,
 *   NotDurableError
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<SessionPool> {
  const { dataDir, clock } = options;
  checkPgliteVersion(await installedPgliteVersion());
  await onFolder(dataDir, () => mkdir(dataDir, { recursive: true, mode: 0o700 }));
  const lock = await onFolder(dataDir, () => lockFolder(dataDir, { clock }));
  try {
    return await openLocked(options, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openLocked({ dataDir, log, onCrash }: EmbeddedOptions, lock: FolderLock): Promise<SessionPool> {
  const folder = await onFolder(dataDir, () =>
    databaseFolder(dataDir, async (draft) => {
      log.info({ folder: dataDir }, 'Making the embedded database');
      await (await startEmbedded(new DurableNodeFs(draft), draft)).close();
    }),
  );
  const pool = await poolOn(folder, onCrash);
  return {
    connect: () => pool.connect(),
    canWrite: () => pool.canWrite(),
    counts: () => pool.counts(),
    end: async () => {
      await pool.end();
      await lock.release();
    },
  };
}

async function poolOn(folder: string, onCrash: EmbeddedOptions['onCrash']): Promise<EmbeddedPool> {
  const files = new DurableNodeFs(folder);
  const pglite = await startEmbedded(files, folder);
  await checkDurability(files, pglite);
  return new EmbeddedPool({ pglite, walBytes: () => files.walBytes, onCrash });
}

/** PGlite's own needs 2 s for a file of 10 MB, and nothing else is answered meanwhile. */
const serializers = { 17: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` };

/** Lines in which PostgreSQL says why it stops, without time and process number. */
const REASON = /(?:FATAL|PANIC|DETAIL): +(.*)/;

/**
 * Starts the database in a folder that this process has locked, and makes it when it is not there.
 * @param packed what it is made of: a backup
 * @throws EmbeddedStartError
 */
export async function startEmbedded(files: DurableNodeFs, folder: string, packed?: Blob): Promise<PGlite> {
  const reasons: string[] = [];
  const onStderr = (line: string) => {
    const reason = REASON.exec(line)?.[1];
    if (reason !== undefined) reasons.push(reason);
    return false;
  };
  try {
    return await PGlite.create({
      ...{ fs: files, startParams: DURABLE_START_PARAMS, parsers: columnParsers, serializers, onStderr },
      ...(packed && { loadDataDir: packed }),
    });
  } catch (error) {
    throw new EmbeddedStartError(folder, reasons, error);
  }
}

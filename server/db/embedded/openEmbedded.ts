import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { DbLog } from '../dbLog.ts';
import { columnParsers, type SessionPool } from '../session.ts';
import { databaseFolder, onFolder } from './dataFolder.ts';
import { DURABLE_START_PARAMS, DurableNodeFs } from './durableNodeFs.ts';
import { type EmbeddedCrashedError, EmbeddedPool } from './embeddedPool.ts';
import { type FolderLock, lockFolder } from './lock.ts';

/** The PGlite release that `DurableNodeFs` was written for and tested with by cutting the power (docs/decisions). */
export const TESTED_PGLITE_VERSION = '0.5.16';

/** Thrown if another PGlite release is installed than the one tested for durability. */
class PgliteVersionError extends Error {
  constructor(installed: string) {
    super(
      `PGlite ${installed} is installed, but only ${TESTED_PGLITE_VERSION} has been tested to keep data during a power failure. ` +
        `Install that version (npm ci), or use PostgreSQL (DATABASE_URL).`,
    );
    this.name = 'PgliteVersionError';
  }
}

const packageSchema = z.object({ version: z.string() });

/** Thrown if a commit of the embedded database didn't reach the disk. */
class NotDurableError extends Error {
  constructor() {
    super('The embedded database acknowledged a commit without flushing it to disk, so it must not be used');
    this.name = 'NotDurableError';
  }
}

/** Thrown if the embedded database's files exist but it doesn't start on them. */
class EmbeddedStartError extends Error {
  constructor(folder: string, reasons: string[], cause: unknown) {
    super(`The embedded database in ${folder} does not start: ${reasons.join('; ') || String(cause)}`, { cause });
    this.name = 'EmbeddedStartError';
  }
}

interface EmbeddedOptions {
  dataDir: string;
  clock: Clock;
  log: DbLog;
  onCrash: (error: EmbeddedCrashedError) => void;
}

/**
 * Opens the database in `dataDir/database`, and creates it if missing (4 to 7 s; opening takes under 1 s). Locks the
 * folder until the returned pool is ended.
 * @throws {EmbeddedStartError} if the database doesn't start; also PgliteVersionError, FolderInUseError,
 * FolderLockedElsewhereError, DataFolderError and NotDurableError
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
      log.info({ folder: dataDir }, 'Creating the embedded database');
      await (await startEmbedded(new DurableNodeFs(draft), draft)).close();
    }),
  );
  const pool = await poolOn(folder, onCrash);
  return {
    connect: (limits, lane) => pool.connect(limits, lane),
    single: (statement, lane) => pool.single(statement, lane),
    canWrite: () => pool.canWrite(),
    writeAs: () => pool.writeAs(),
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
  return new EmbeddedPool({ pglite, files, onCrash });
}

/** PGlite's own serializer takes 2 s for 10 MB and blocks the event loop. */
const serializers = { 17: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` };

/** Lines in which PostgreSQL reports why it stops, without time and PID. */
const REASON = /(?:FATAL|PANIC|DETAIL): +(.*)/;

/**
 * Starts the database in a folder that this process has locked, and creates it if missing.
 * @param packed a backup to create it from
 * @throws {EmbeddedStartError} if the database doesn't start
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
      fs: files,
      startParams: DURABLE_START_PARAMS,
      parsers: columnParsers,
      serializers,
      onStderr,
      ...(packed && { loadDataDir: packed }),
    });
  } catch (error) {
    throw new EmbeddedStartError(folder, reasons, error);
  }
}

/**
 * Makes a commit that only writes WAL, and checks that it was written and synced. The fsync hook is internal to PGlite:
 * if it moves, everything seems to work until the power fails.
 * @throws {NotDurableError} if nothing was written or synced
 */
export async function checkDurability(files: { fsyncs: number; walBytes: number }, pglite: PGlite): Promise<void> {
  const { fsyncs, walBytes } = files;
  await pglite.query("select pg_logical_emit_message(true, 'durability', 'probe')");
  if (files.fsyncs === fsyncs || files.walBytes === walBytes) throw new NotDurableError();
}

/** @throws {PgliteVersionError} if the version isn't the tested one */
export function checkPgliteVersion(installed: string): void {
  if (installed !== TESTED_PGLITE_VERSION) throw new PgliteVersionError(installed);
}

export async function installedPgliteVersion(): Promise<string> {
  // The package doesn't export its package.json, which is one folder above its main file.
  const file = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '../package.json');
  return packageSchema.parse(JSON.parse(await readFile(file, 'utf8'))).version;
}

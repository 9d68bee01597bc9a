import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePlatform } from '#server/access/createTenantAccess.ts';
import type { Clock } from '#server/clock.ts';
import { type Cipher, databaseCipher } from '#server/crypto/dataKey.ts';
import { connect, type ConnectOptions, type Db } from '#server/db/connect.ts';
import { sqlState } from '#server/db/dbErrors.ts';
import type { DbLog } from '#server/db/dbLog.ts';
import { migrate } from '#server/db/migrate.ts';
import { ensureStateTriggers } from '#server/states/stateMachines.ts';
import type { Config } from './config.ts';

/** The project's folder, which contains `resources`, `i18n` and the built console. */
export const PROJECT_FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export interface Opened {
  db: Db;
  cipher: Cipher;
  close(): Promise<void>;
}

interface OpenOptions {
  /** Called if the embedded database has crashed. */
  onCrash?: () => void;
  /** Notified of what the database answers. */
  meter?: ConnectOptions['meter'];
}

/** SQLSTATE insufficient_privilege. */
const DENIED = '42501';

/** Thrown if the database's role lacks a right that opening needs. */
class MissingRightsError extends Error {
  override readonly name = 'MissingRightsError';
  constructor(cause: Error) {
    super(
      `The database's role lacks a right: ${cause.message}\n` +
        'If it may not change tables, run npm run migrate with the role that owns them, before the first start and after ' +
        'each upgrade. See docs/operating.md for the rights that it needs.',
      { cause },
    );
  }
}

/** The error, or a MissingRightsError for it. */
function namingRights(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isDenied = sqlState(error) === DENIED || sqlState(error.cause) === DENIED;
  return isDenied ? new MissingRightsError(error) : error;
}

/**
 * Opens the configured database, applies pending migrations and verifies the data key. Used by the server and every
 * command.
 */
export async function open(
  { databaseUrl, readUrl, dataDir, dataKey }: Config,
  clock: Clock,
  log: DbLog,
  { onCrash = () => {}, meter }: OpenOptions = {},
): Promise<Opened> {
  const db = await connect({ databaseUrl, readUrl, dataDir, clock, log, onCrash, meter });
  const upToDate = async (): Promise<Opened> => {
    await migrate(db, {
      folder: path.join(PROJECT_FOLDER, 'server', 'db', 'migrations'),
      clock,
      holder: randomUUID(),
      onProgress: (progress) => {
        if (progress.step === 'waiting') log.info({}, 'Another process is migrating this database; waiting for it');
        if (progress.step === 'stopping')
          log.info({}, 'Servers of earlier versions may no longer write; waiting for their transactions to end');
        if (progress.step === 'applying')
          log.info({}, `Migrating ${progress.position}/${progress.total}: ${progress.name}`);
      },
    });
    await ensureStateTriggers(db);
    await ensurePlatform(db, clock);
    const cipher = await databaseCipher(db, { dataKey, dataDir }, clock);
    return { db, cipher, close: () => db.close() };
  };
  try {
    return await db.patiently(upToDate);
  } catch (error) {
    await db.close();
    throw namingRights(error);
  }
}

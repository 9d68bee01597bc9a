import path from 'node:path';
import { sql } from 'kysely';
import { createTranslator } from '@merchant-console/declaration';
import type { AuditActor } from '#server/audit/recordAudit.ts';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { requiredDatabase } from '#server/db/embedded/dataFolder.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import { ValidationError } from '#server/errors.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { type Config, readConfig } from '#server/process/config.ts';
import { open, type Opened, PROJECT_FOLDER } from '#server/process/open.ts';
import { explain } from '#server/process/startProblem.ts';

/** The actor in the platform's audit log for changes made by a command. */
export const COMMAND_LINE: AuditActor = {
  merchantId: PLATFORM_ID,
  userId: null,
  ip: null,
  userAgent: null,
  name: 'Command line',
};

/** Thrown if the options of a command are wrong; the message names each of them. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
  readonly options: Readonly<Record<string, string>>;
  /** @param options what is wrong, by option */
  constructor(options: Readonly<Record<string, string>>) {
    super(
      Object.entries(options)
        .map(([option, problem]) => `${option}: ${problem}`)
        .join('\n'),
    );
    this.options = options;
  }
}

/** Runs a command on the configured database, then closes it. Migrates it first, but never creates demo data. */
export async function onDatabase<T>(run: (opened: Opened, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig({ ...process.env, DEMO: '0' });
  const opened = await open(config, systemClock, silentLog);
  try {
    return await run(opened, config);
  } finally {
    await opened.close();
  }
}

/** Thrown if a database has no tables, where a command expects those that the server creates. */
class NoTablesError extends Error {
  override readonly name = 'NoTablesError';
  constructor() {
    super('The database has no tables, which the first start of the server creates. Is DATABASE_URL right?');
  }
}

/**
 * Runs a command on the configured database as it is, without its data key, then closes it. Creates nothing.
 * @throws {DataFolderError} if the data folder has no database
 * @throws {NoTablesError} if the database has no tables; also the errors of `connect`
 */
export async function onDatabaseAsIs<T>(run: (db: Db) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfig({ ...process.env, DEMO: '0' });
  if (databaseUrl === null) await requiredDatabase(dataDir);
  const db = await connect({ databaseUrl, dataDir, clock: systemClock });
  try {
    const { rows } = await sql<{ found: boolean }>`select to_regclass('merchants') is not null as found`.execute(
      db.kysely,
    );
    if (rows[0]?.found !== true) throw new NoTablesError();
    return await run(db);
  } finally {
    await db.close();
  }
}

/**
 * Rethrows a ValidationError as an OptionsError that names the options.
 * @param optionOf the option of a field, such as `--currency`
 */
export async function namingOptions<T>(optionOf: (field: string) => string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const { en } = await loadMessages(path.join(PROJECT_FOLDER, 'i18n'));
    const translate = createTranslator(en, 'en');
    const wrong = Object.entries(error.fields).map(([field, { key, args }]): [string, string] => [
      optionOf(field),
      translate(`errors.${key}`, args),
    ]);
    throw new OptionsError(Object.fromEntries(wrong));
  }
}

/** Runs a command. On failure prints the reason (as `{ "error": …, "options": … }` with `--json`) and exits with 1. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const options = error instanceof OptionsError ? error.options : {};
    const isJson = process.argv.includes('--json');
    process.stderr.write(isJson ? `${JSON.stringify({ error: explain(error), options })}\n` : `${explain(error)}\n`);
    process.exitCode = 1;
  });
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

import { inject } from 'vitest';
import { z } from 'zod';
import { connect, type ConnectOptions, type Db } from '#server/db/connect.ts';
import { systemClock } from '#server/clock.ts';
import { embeddedDataDir } from './embeddedTemplate.ts';
import { createDatabase } from './postgres.ts';

/**
 * For tests of what differs between the two databases: driver, locks, connections, migrations, types of values. All
 * other tests run the same SQL on both and need only `USUAL_DATABASE`, or `EITHER_DATABASE`.
 */
export const BOTH_DATABASES = ['embedded', 'postgres'] as const;

/** The database of all other tests: PostgreSQL, because it is faster; the embedded one with `TEST_DATABASE=embedded`. */
export const USUAL_DATABASE = z.enum(BOTH_DATABASES).default('postgres').parse(process.env['TEST_DATABASE']);

/**
 * For the files `*.both.test.ts`, whose locks, races or written SQL are worth a run on each database: `npm test` runs
 * them on the usual one, `npm run test:long` on the embedded one.
 */
export const EITHER_DATABASE = [USUAL_DATABASE] as const;

export interface TestDatabase<Schema> {
  db: Db<Schema>;
  /** The options passed to `connect`, for opening the database again. */
  options: ConnectOptions;
  remove(): Promise<void>;
}

/**
 * Creates a database of either kind for one test file or one test.
 * @param options.template data folder or URL of a database of this kind to copy, without open connections. Default: an
 * empty database
 */
export async function testDatabase<Schema>(
  kind: Db['kind'],
  options: { template?: string } = {},
): Promise<TestDatabase<Schema>> {
  if (kind === 'embedded') {
    const { dataDir, remove } = await embeddedDataDir(options);
    return opened({ dataDir, clock: systemClock }, remove);
  }
  const { url, drop } = await createDatabase(inject('postgresUrl'), options);
  return opened({ databaseUrl: url, dataDir: '', clock: systemClock }, drop);
}

async function opened<Schema>(options: ConnectOptions, removeData: () => Promise<void>): Promise<TestDatabase<Schema>> {
  const db = await connect<Schema>(options);
  const remove = async () => {
    await db.close();
    await removeData();
  };
  return { db, options, remove };
}

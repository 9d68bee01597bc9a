import { inject } from 'vitest';
import { connect, type ConnectOptions, type Db } from '#server/db/connect.ts';
import { systemClock } from '#server/clock.ts';
import { embeddedDataDir } from './embeddedTemplate.ts';
import { createDatabase } from './postgres.ts';

export const DATABASE_KINDS = ['embedded', 'postgres'] as const;

export interface TestDatabase<Schema> {
  db: Db<Schema>;
  /** What `connect` was called with: for opening it once more. */
  options: ConnectOptions;
  remove(): Promise<void>;
}

/** A new empty database of either kind, for one test file or one test. */
export async function testDatabase<Schema>(kind: Db['kind']): Promise<TestDatabase<Schema>> {
  if (kind === 'embedded') {
    const { dataDir, remove } = await embeddedDataDir();
    return opened({ dataDir, clock: systemClock }, remove);
  }
  const { url, drop } = await createDatabase(inject('postgresUrl'));
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

import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { connect, type Db } from '#server/db/connect.ts';
import { systemClock } from '#server/clock.ts';
import type { Database } from '#server/db/schema.ts';
import { embeddedDataDir } from './embeddedTemplate.ts';
import { execute } from './executeStatement.ts';
import { createDatabase, databaseUrl, hasDatabase } from './postgres.ts';
import { PREPARED_FOLDER } from './preparedSetup.ts';
import { testDatabase, type TestDatabase } from './testDatabase.ts';

type Prepare = (db: Db) => Promise<void>;

/**
 * A database in a state that many tests begin with: prepared once in a run of the tests, and copied from then on.
 * Outside of a run it is prepared each time.
 *
 * @param state names it, in lower case: what one name stands for must not depend on anything else
 */
export async function preparedDatabase(
  kind: Db['kind'],
  state: string,
  prepare: Prepare,
): Promise<TestDatabase<Database>> {
  const folder = process.env[PREPARED_FOLDER];
  if (folder === undefined) {
    const database = await testDatabase<Database>(kind);
    await prepare(database.db);
    return database;
  }
  const template = await (kind === 'embedded' ? preparedFolder : preparedOnServer)(folder, state, prepare);
  return testDatabase<Database>(kind, { template });
}

async function preparedFolder(folder: string, state: string, prepare: Prepare): Promise<string> {
  const template = path.join(folder, state);
  if (await stat(template).catch(() => null)) return template;
  const { dataDir, remove } = await embeddedDataDir({ parent: folder });
  await prepareIn({ dataDir }, prepare);
  // Another worker may have been faster.
  await rename(dataDir, template).catch(remove);
  return template;
}

async function preparedOnServer(folder: string, state: string, prepare: Prepare): Promise<string> {
  const server = inject('postgresUrl');
  const name = `${path.basename(folder)}_${state}`;
  const template = databaseUrl(server, name);
  if (await hasDatabase(server, name)) return template;
  const { url, drop } = await createDatabase(server);
  await prepareIn({ dataDir: '', databaseUrl: url }, prepare);
  const draft = new URL(url).pathname.slice(1);
  await execute(server, `alter database ${draft} rename to "${name}"`).catch(drop);
  return template;
}

async function prepareIn(where: { dataDir: string; databaseUrl?: string }, prepare: Prepare): Promise<void> {
  const db = await connect({ ...where, clock: systemClock });
  try {
    await prepare(db);
  } finally {
    await db.close();
  }
}

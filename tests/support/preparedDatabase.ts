import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { connect, type Db } from '#server/db/connect.ts';
import { systemClock } from '#server/clock.ts';
import type { Database } from '#server/db/schema.ts';
import { embeddedDataDir } from './embeddedTemplate.ts';
import { createDatabase, databaseUrl, hasDatabase, renameDatabase } from './postgres.ts';
import { PREPARED_FOLDER } from './preparedSetup.ts';
import { testDatabase, type TestDatabase } from './testDatabase.ts';

/** An initial state shared by many tests. */
export interface PreparedState {
  /** Lower case. The state must depend on nothing but its name. */
  name: string;
  /** The state that `prepare` starts from. Default: an empty database. */
  from?: PreparedState;
  prepare(db: Db): Promise<void>;
}

/**
 * Creates a database in a state that is prepared once per test run and then copied. Outside a run, it is prepared each
 * time.
 */
export async function preparedDatabase(kind: Db['kind'], state: PreparedState): Promise<TestDatabase<Database>> {
  const folder = process.env[PREPARED_FOLDER];
  if (folder !== undefined) return testDatabase<Database>(kind, { template: await templateOf(kind, folder, state) });
  const database = state.from ? await preparedDatabase(kind, state.from) : await testDatabase<Database>(kind);
  await state.prepare(database.db);
  return database;
}

const templateOf = (kind: Db['kind'], folder: string, state: PreparedState) =>
  (kind === 'embedded' ? preparedFolder : preparedOnServer)(folder, state);

async function preparedFolder(folder: string, { name, from, prepare }: PreparedState): Promise<string> {
  const template = path.join(folder, name);
  if (await stat(template).catch(() => null)) return template;
  const base = from && { template: await preparedFolder(folder, from) };
  const { dataDir, remove } = await embeddedDataDir(base);
  await prepareIn({ dataDir }, prepare);
  // Another worker may have been faster.
  await rename(dataDir, template).catch(remove);
  return template;
}

async function preparedOnServer(folder: string, { name: state, from, prepare }: PreparedState): Promise<string> {
  const server = inject('postgresUrl');
  const name = `${path.basename(folder)}_${state}`;
  const template = databaseUrl(server, name);
  if (await hasDatabase(server, name)) return template;
  const { url, drop } = await createDatabase(server, from && { template: await preparedOnServer(folder, from) });
  await prepareIn({ dataDir: '', databaseUrl: url }, prepare);
  const draft = new URL(url).pathname.slice(1);
  await renameDatabase(server, draft, name).catch(drop);
  return template;
}

async function prepareIn(
  where: { dataDir: string; databaseUrl?: string },
  prepare: PreparedState['prepare'],
): Promise<void> {
  const db = await connect({ ...where, clock: systemClock });
  try {
    await prepare(db);
  } finally {
    await db.close();
  }
}

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ensurePlatform } from '#server/access/ensurePlatform.ts';
import type { Db } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/schema.ts';
import { SANDBOX_LEADS, writeLeads } from '#server/gateway/channels/writeConnections.ts';
import { ensureStateTriggers } from '#server/states/ensureStateTriggers.ts';
import { preparedDatabase } from './preparedDatabase.ts';
import { TestClock } from './testClock.ts';
import type { TestDatabase } from './testDatabase.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../server/db/migrations');

/** A database with its tables and the platform's row, whose channels lead to the sandbox. */
export function migratedDatabase(kind: Db['kind']): Promise<TestDatabase<Database>> {
  return preparedDatabase(kind, 'migrated', fillWithTables);
}

/** Makes the tables and the platform's row in an empty database. */
export async function fillWithTables(empty: Db): Promise<void> {
  const clock = new TestClock();
  await migrate(empty, { folder: MIGRATIONS, clock, holder: randomUUID() });
  await ensureStateTriggers(empty);
  await ensurePlatform(empty, clock);
  await empty.transaction((tx) => writeLeads(tx, SANDBOX_LEADS, clock.now()));
}

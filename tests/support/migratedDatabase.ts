import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ensurePlatform } from '#server/access/createTenantAccess.ts';
import type { Db } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/schema.ts';
import { SANDBOX_LEADS, writeLeads } from '#server/gateway/channels/connectChannels.ts';
import { ensureStateTriggers } from '#server/states/stateMachines.ts';
import { preparedDatabase, type PreparedState } from './preparedDatabase.ts';
import { TestClock } from './testClock.ts';
import type { TestDatabase } from './testDatabase.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../server/db/migrations');

/** Tables and the platform's row. */
export const TABLES: PreparedState = {
  name: 'tables',
  async prepare(empty) {
    const clock = new TestClock();
    await migrate(empty, { folder: MIGRATIONS, clock, holder: randomUUID() });
    await ensurePlatform(empty, clock);
  },
};

/** `TABLES` with the status triggers, and with channels that lead to the sandbox. */
export const MIGRATED: PreparedState = {
  name: 'migrated',
  from: TABLES,
  async prepare(db) {
    await ensureStateTriggers(db);
    await db.transaction((tx) => writeLeads(tx, SANDBOX_LEADS, new TestClock().now()));
  },
};

export const migratedDatabase = (kind: Db['kind']): Promise<TestDatabase<Database>> => preparedDatabase(kind, MIGRATED);

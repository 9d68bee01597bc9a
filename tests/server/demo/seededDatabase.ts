import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ensurePlatform } from '#server/access/ensurePlatform.ts';
import type { Db } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { SANDBOX_LEADS, writeLeads } from '#server/gateway/channels/writeConnections.ts';
import type { Database } from '#server/db/schema.ts';
import { ensureStateTriggers } from '#server/states/ensureStateTriggers.ts';
import { seedDemo, type SeedOptions } from '#server/demo/seedDemo.ts';
import { preparedDatabase } from '#tests/support/preparedDatabase.ts';
import { TestClock } from '#tests/support/testClock.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../server/db/migrations');

/** Stands in for hashing and encrypting, whose results differ each time. */
export function seedOptions(overrides: Partial<SeedOptions> = {}): SeedOptions {
  return {
    seed: 7,
    now: new TestClock().now(),
    orders: 1_000,
    existing: 'keep',
    hashPassword: async (password) => `hash of ${password}`,
    encrypt: (text) => `encrypted ${text}`,
    onProgress: () => {},
    ...overrides,
  };
}

/** A database with its tables and the platform's row, whose channels lead to the sandbox. */
export function migratedDatabase(kind: Db['kind']): Promise<TestDatabase<Database>> {
  return preparedDatabase(kind, 'migrated', migrated);
}

/** One with the demo that these options make. */
export function seededDatabase(
  kind: Db['kind'],
  overrides: Partial<Pick<SeedOptions, 'seed' | 'now' | 'orders' | 'stepsPerChunk'>> = {},
): Promise<TestDatabase<Database>> {
  const options = seedOptions(overrides);
  const { seed, now, orders, stepsPerChunk = 'all' } = options;
  return preparedDatabase(kind, ['seeded', seed, orders, stepsPerChunk, now.getTime()].join('_'), async (db) => {
    await migrated(db);
    await seedDemo(db, options);
  });
}

async function migrated(db: Db): Promise<void> {
  const clock = new TestClock();
  await migrate(db, { folder: MIGRATIONS, clock, holder: randomUUID() });
  await ensureStateTriggers(db);
  await ensurePlatform(db, clock);
  await db.transaction((tx) => writeLeads(tx, SANDBOX_LEADS, clock.now()));
}

import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import { seedDemo, type SeedOptions } from '#demo/seedDemo.ts';
import { MIGRATED } from '#tests/support/migratedDatabase.ts';
import { preparedDatabase } from '#tests/support/preparedDatabase.ts';
import { TestClock } from '#tests/support/testClock.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';

/** Options with stand-ins for hashing and encryption, whose results differ each time. */
export function seedOptions(overrides: Partial<SeedOptions> = {}): SeedOptions {
  return {
    seed: 7,
    now: new TestClock().now(),
    orders: 1_000,
    existing: 'keep',
    hashPassword: async (password) => `hash of ${password}`,
    cipher: { encrypt: (text) => `encrypted ${text}`, hash: (_, text) => `hash of ${text}` },
    onProgress: () => {},
    ...overrides,
  };
}

/** Creates a database with the demo of these options. */
export function seededDatabase(
  kind: Db['kind'],
  overrides: Partial<Pick<SeedOptions, 'seed' | 'now' | 'orders' | 'stepsPerChunk'>> = {},
): Promise<TestDatabase<Database>> {
  const options = seedOptions(overrides);
  const { seed, now, orders, stepsPerChunk = 'all' } = options;
  return preparedDatabase(kind, {
    name: ['seeded', seed, orders, stepsPerChunk, now.getTime()].join('_'),
    from: MIGRATED,
    prepare: async (db) => void (await seedDemo(db, options)),
  });
}

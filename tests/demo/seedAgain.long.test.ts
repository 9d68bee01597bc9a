import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';
import { demoContents } from './demoContents.ts';
import { seededDatabase } from './seededDatabase.ts';

const HISTORY = { orders: 400, stepsPerChunk: 60 };

const databases: TestDatabase<Database>[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.remove();
});

async function contentsOf(...options: Parameters<typeof seededDatabase>): Promise<Record<string, string>> {
  const database = await seededDatabase(...options);
  databases.push(database);
  return demoContents(database.db.kysely);
}

describe('the demo data', () => {
  it('is the same for the same seed and time on both databases', { timeout: 240_000 }, async () => {
    const postgres = await contentsOf('postgres', HISTORY);
    expect(await contentsOf('embedded', HISTORY)).toEqual(postgres);
    expect(postgres['orders']).toMatch(/^400 rows/);
  });

  it.each([{ seed: 8 }, { now: new Date('2026-11-20T04:00:00.001Z') }])('is different for %o', async (difference) => {
    const one = await contentsOf('postgres', HISTORY);
    const other = await contentsOf('postgres', { ...HISTORY, ...difference });
    for (const table of ['orders', 'payouts', 'ledger_entries', 'users']) expect(other[table]).not.toBe(one[table]);
  });
});

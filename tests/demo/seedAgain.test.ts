import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/schema.ts';
import { DemoWasUsedError, NotAnEmptyDatabaseError, seedDemo } from '#demo/seedDemo.ts';
import { readSeedMark, SeedingElsewhereError } from '#demo/seedMark.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { USUAL_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';
import { demoContents } from './demoContents.ts';
import { seededDatabase, seedOptions } from './seededDatabase.ts';

/** Some transactions of the first merchant, and one or two of each other. */
const HISTORY = { orders: 400, stepsPerChunk: 60 };

const databases: TestDatabase<Database>[] = [];
function kept(database: TestDatabase<Database>) {
  databases.push(database);
  return database.db;
}
afterEach(async () => {
  for (const database of databases.splice(0)) await database.remove();
});

describe('the demo data', () => {
  it('is left unchanged by a second start', async () => {
    const db = kept(await seededDatabase(USUAL_DATABASE, HISTORY));
    const before = await demoContents(db.kysely);
    const later = { now: new Date('2027-01-01T00:00:00.000Z'), seed: 99, orders: 50 };
    expect(await seedDemo(db, seedOptions(later))).toBe('present');
    expect(await demoContents(db.kysely)).toEqual(before);
  });

  it('is completed after a crash with the same contents', async () => {
    const undisturbed = await demoContents(kept(await seededDatabase(USUAL_DATABASE, HISTORY)).kysely);
    const db = kept(await migratedDatabase(USUAL_DATABASE));
    const crashAfter = (chunks: number) => {
      let left = chunks;
      return seedOptions({
        ...HISTORY,
        onProgress: () => {
          left -= 1;
          if (left === 0) throw new Error('crash');
        },
      });
    };
    await expect(seedDemo(db, crashAfter(1))).rejects.toThrow('crash');
    expect(await findViolations(db)).toEqual([]);
    await expect(seedDemo(db, crashAfter(3))).rejects.toThrow('crash');
    expect(await findViolations(db)).toEqual([]);
    expect(await readSeedMark(db.kysely)).toMatchObject({ chunks: 4, finished: false });
    // Hours later, by a start with other options.
    const later = seedOptions({ orders: 100, seed: 1, now: new Date('2026-11-20T09:00:00.000Z') });
    expect(await seedDemo(db, later)).toBe('seeded');
    expect(await demoContents(db.kysely)).toEqual(undisturbed);
    expect(await readSeedMark(db.kysely)).toMatchObject({ orders: 400, finished: true });
  });

  it('is recreated with other numbers on request; users and channels are kept', async () => {
    const db = kept(await seededDatabase(USUAL_DATABASE, { orders: 300 }));
    const before = await demoContents(db.kysely);
    expect(await seedDemo(db, seedOptions({ orders: 400, existing: 'replace' }))).toBe('seeded');
    const after = await demoContents(db.kysely);
    expect(after['orders']).toMatch(/^400 rows/);
    for (const table of ['users', 'channels', 'merchants']) expect(after[table]).toBe(before[table]);
    expect(await findViolations(db)).toEqual([]);
    expect(await seedDemo(db, seedOptions({ orders: 400, existing: 'replace' }))).toBe('present');
  });

  it("isn't deleted once a user has worked with it", async () => {
    const db = kept(await seededDatabase(USUAL_DATABASE, { orders: 300 }));
    await sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'order_no', 'X',
      'merchant_order_no', 'X'))).* from orders o limit 1`.execute(db.kysely);
    const before = await demoContents(db.kysely);
    await expect(seedDemo(db, seedOptions({ orders: 400, existing: 'replace' }))).rejects.toThrow(DemoWasUsedError);
    expect(await demoContents(db.kysely)).toEqual(before);
  });

  it("isn't mixed with other tenants or users", async () => {
    const db = kept(await migratedDatabase(USUAL_DATABASE));
    await sql`insert into users (merchant_id, id, username, created_at, updated_at)
      select merchant_id, gen_random_uuid(), 'somebody', now(), now() from merchants`.execute(db.kysely);
    await expect(seedDemo(db, seedOptions())).rejects.toThrow(NotAnEmptyDatabaseError);
    expect(await readSeedMark(db.kysely)).toBeNull();
  });

  it('is created by one process at a time', async () => {
    const db = kept(await migratedDatabase(USUAL_DATABASE));
    const outcomes = await Promise.allSettled([seedDemo(db, seedOptions(HISTORY)), seedDemo(db, seedOptions(HISTORY))]);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures).toEqual([expect.any(SeedingElsewhereError)]);
    expect(await findViolations(db)).toEqual([]);
    expect(await readSeedMark(db.kysely)).toMatchObject({ finished: true, written: { orders: 400 } });
  });
});

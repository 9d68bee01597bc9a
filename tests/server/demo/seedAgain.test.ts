import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import type { Database } from '#server/db/schema.ts';
import { REQUEST_TABLES } from '#server/demo/Step.ts';
import { DemoWasUsedError, NotAnEmptyDatabaseError, seedDemo } from '#server/demo/seedDemo.ts';
import { readSeedMark, SeedingElsewhereError } from '#server/demo/seedMark.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { USUAL_DATABASE, type TestDatabase } from '#tests/support/testDatabase.ts';
import { demoContents } from './demoContents.ts';
import { seededDatabase, seedOptions } from './seededDatabase.ts';

/** Some transactions of the first merchant, one or two of each other. */
const HISTORY = { orders: 400, stepsPerChunk: 60 };

/** Takes away what demos of the first version lacked. Their payouts stay: the ledger has them. */
async function makeOld(db: Db): Promise<void> {
  for (const table of REQUEST_TABLES.toReversed()) await db.kysely.deleteFrom(table).execute();
  await db.kysely.deleteFrom('menus').where('component_path', 'not in', ['orders', 'channels', 'dashboard']).execute();
  const mark = await readSeedMark(db.kysely);
  const { requests: _, ...old } = mark ?? {};
  await db.kysely
    .updateTable('settings')
    .set({ value: JSON.stringify(old) })
    .where('name', '=', 'demo_seed')
    .execute();
}

const databases: TestDatabase<Database>[] = [];
function kept(database: TestDatabase<Database>) {
  databases.push(database);
  return database.db;
}
afterEach(async () => {
  for (const database of databases.splice(0)) await database.remove();
});

describe('the demo data', () => {
  it('is not touched by a second start', async () => {
    const db = kept(await seededDatabase(USUAL_DATABASE, HISTORY));
    const before = await demoContents(db.kysely);
    const later = { now: new Date('2027-01-01T00:00:00.000Z'), seed: 99, orders: 50 };
    expect(await seedDemo(db, seedOptions(later))).toBe('present');
    expect(await demoContents(db.kysely)).toEqual(before);
  });

  it('is finished after a crash as if there had been none', async () => {
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
    // Hours later, and by a start that would have made another one.
    const later = seedOptions({ orders: 100, seed: 1, now: new Date('2026-11-20T09:00:00.000Z') });
    expect(await seedDemo(db, later)).toBe('seeded');
    expect(await demoContents(db.kysely)).toEqual(undisturbed);
    expect(await readSeedMark(db.kysely)).toMatchObject({ orders: 400, finished: true });
  });

  it('is made anew with other numbers on request, and users and channels stay', async () => {
    const db = kept(await seededDatabase(USUAL_DATABASE, { orders: 300 }));
    const before = await demoContents(db.kysely);
    expect(await seedDemo(db, seedOptions({ orders: 400, existing: 'replace' }))).toBe('seeded');
    const after = await demoContents(db.kysely);
    expect(after['orders']).toMatch(/^400 rows/);
    for (const table of ['users', 'channels', 'merchants']) expect(after[table]).toBe(before[table]);
    expect(await findViolations(db)).toEqual([]);
    expect(await seedDemo(db, seedOptions({ orders: 400, existing: 'replace' }))).toBe('present');
  });

  it('is not thrown away once somebody has worked with it', async () => {
    const db = kept(await seededDatabase(USUAL_DATABASE, { orders: 300 }));
    await sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'order_no', 'X',
      'merchant_order_no', 'X'))).* from orders o limit 1`.execute(db.kysely);
    const before = await demoContents(db.kysely);
    await expect(seedDemo(db, seedOptions({ orders: 400, existing: 'replace' }))).rejects.toThrow(DemoWasUsedError);
    expect(await demoContents(db.kysely)).toEqual(before);
  });

  it('is not mixed with tenants or users of others', async () => {
    const db = kept(await migratedDatabase(USUAL_DATABASE));
    await sql`insert into users (merchant_id, id, username, created_at, updated_at)
      select merchant_id, gen_random_uuid(), 'somebody', now(), now() from merchants`.execute(db.kysely);
    await expect(seedDemo(db, seedOptions())).rejects.toThrow(NotAnEmptyDatabaseError);
    expect(await readSeedMark(db.kysely)).toBeNull();
  });

  it('of the first version, without requests, gets them after all that has happened', async () => {
    const db = kept(await seededDatabase(USUAL_DATABASE, HISTORY));
    await makeOld(db);
    const before = await demoContents(db.kysely);
    expect(await seedDemo(db, seedOptions({ now: new Date('2026-12-01T04:00:00.000Z') }))).toBe('seeded');
    const after = await demoContents(db.kysely);
    for (const table of ['orders', 'users', 'channels']) expect(after[table]).toBe(before[table]);
    expect(await findViolations(db)).toEqual([]);
    for (const table of ['bankcards', 'deposits', 'withdrawals', 'payment_requests', 'batch_transfers', 'adjustments'])
      expect(`${table}: ${after[table]}`).not.toMatch(/: 0 rows/);
    const { rows: backwards } = await sql`select e.id from ledger_entries e join ledger_entries f
        on f.merchant_id = e.merchant_id and f.currency = e.currency and f.account = e.account and f.seq = e.seq + 1
        where f.created_at < e.created_at`.execute(db.kysely);
    expect(backwards).toEqual([]);
    const pages = await db.kysely.selectFrom('menus').where('component_path', '=', 'ledgers').selectAll().execute();
    expect(pages).toHaveLength(8);
    expect(await seedDemo(db, seedOptions())).toBe('present');
  });

  it('is made by one process at a time', async () => {
    const db = kept(await migratedDatabase(USUAL_DATABASE));
    const outcomes = await Promise.allSettled([seedDemo(db, seedOptions(HISTORY)), seedDemo(db, seedOptions(HISTORY))]);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures).toEqual([expect.any(SeedingElsewhereError)]);
    expect(await findViolations(db)).toEqual([]);
    expect(await readSeedMark(db.kysely)).toMatchObject({ finished: true, written: { orders: 400 } });
  });
});

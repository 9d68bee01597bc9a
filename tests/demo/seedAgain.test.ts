import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DemoWasUsedError, NotAnEmptyDatabaseError, seedDemo } from '#demo/seedDemo.ts';
import { readSeedMark } from '#demo/seedMark.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { demoContents } from './demoContents.ts';
import { seededDatabase, seedOptions } from './seededDatabase.ts';
import { HISTORY, kept } from './keptDatabases.ts';

describe('the demo data', () => {
  it('is left unchanged by a second start', async () => {
    const db = kept(await seededDatabase(USUAL_DATABASE, HISTORY));
    const before = await demoContents(db.kysely);
    const later = { now: new Date('2027-01-01T00:00:00.000Z'), seed: 99, orders: 50 };
    expect(await seedDemo(db, seedOptions(later))).toBe('present');
    expect(await demoContents(db.kysely)).toEqual(before);
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
});

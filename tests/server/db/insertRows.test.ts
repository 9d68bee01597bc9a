import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertRows } from '#server/db/insertRows.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';
import type { Database } from '#server/db/schema.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { BOTH_DATABASES, type TestDatabase } from '#tests/support/testDatabase.ts';

const AT = new Date('2026-05-04T03:02:01.987Z');

describe.each(BOTH_DATABASES)('rows inserted at once into the %s database', (kind) => {
  let database: TestDatabase<Database>;

  beforeAll(async () => {
    database = await migratedDatabase(kind);
  });
  afterAll(() => database.remove());

  it('come back as they were given, the largest amount and any text too', async () => {
    const amounts = { available: 9_223_372_036_854_775_807n, frozen: 0n, available_seq: 1n, frozen_seq: 0n, lines: 1n };
    const wallet = { merchant_id: PLATFORM_ID, currency: `a"b\\c'd😀`, ...amounts, updated_at: AT };
    await insertRows(database.db.kysely, 'wallets', [wallet]);
    expect(await database.db.kysely.selectFrom('wallets').selectAll().execute()).toEqual([wallet]);
  });

  it('may hold JSON: a text, an object, a list', async () => {
    const values = ['text', { en: 'Orders', zh: '订单' }, [1, null, true]];
    const rows = values.map((value, index) => ({
      merchant_id: PLATFORM_ID,
      name: `json ${index}`,
      value,
      updated_at: AT,
    }));
    await insertRows(database.db.kysely, 'settings', rows);
    const stored = await database.db.kysely
      .selectFrom('settings')
      .where('name', 'like', 'json %')
      .orderBy('name')
      .selectAll()
      .execute();
    expect(stored).toEqual(rows);
  });

  it('may be none, and may be more than a statement has parameters', async () => {
    await insertRows(database.db.kysely, 'directory', []);
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      ...{ merchant_id: PLATFORM_ID, kind: 'username' as const, name: `user${index}` },
      ...{ tenant_id: PLATFORM_ID, record_id: PLATFORM_ID },
    }));
    await insertRows(database.db.kysely, 'directory', rows);
    const stored = await database.db.kysely.selectFrom('directory').select('name').execute();
    expect(stored).toHaveLength(20_000);
  });
});

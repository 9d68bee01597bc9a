import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertRows } from '#server/db/rows.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Database } from '#server/db/schema.ts';
import { BOTH_DATABASES, testDatabase, type TestDatabase } from '#tests/support/testDatabase.ts';

const AT = new Date('2026-05-04T03:02:01.987Z');

/** The tables of the migrations, without keys. Migrating the embedded database takes ten seconds. */
const TABLES = [
  `create table wallets (merchant_id uuid, currency text, available bigint, frozen bigint,
    available_seq bigint, frozen_seq bigint, lines bigint, updated_at timestamptz)`,
  'create table settings (merchant_id uuid, name text, value jsonb, updated_at timestamptz)',
  'create table directory (merchant_id uuid, kind text, name text, tenant_id uuid, record_id uuid)',
];

describe.each(BOTH_DATABASES)('rows inserted together into the %s database', (kind) => {
  let database: TestDatabase<Database>;

  beforeAll(async () => {
    database = await testDatabase<Database>(kind);
    for (const table of TABLES) await sql.raw(table).execute(database.db.kysely);
  });
  afterAll(() => database.remove());

  it('are read back unchanged, including the largest amount and any text', async () => {
    const amounts = { available: 9_223_372_036_854_775_807n, frozen: 0n, available_seq: 1n, frozen_seq: 0n, lines: 1n };
    const wallet = { merchant_id: PLATFORM_ID, currency: `a"b\\c'd😀`, ...amounts, updated_at: AT };
    await insertRows(database.db.kysely, 'wallets', [wallet]);
    expect(await database.db.kysely.selectFrom('wallets').selectAll().execute()).toEqual([wallet]);
  });

  it('may contain JSON: a text, an object, a list', async () => {
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

  it('may be none, or more than a statement has parameters', async () => {
    await insertRows(database.db.kysely, 'directory', []);
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      merchant_id: PLATFORM_ID,
      kind: 'username' as const,
      name: `user${index}`,
      tenant_id: PLATFORM_ID,
      record_id: PLATFORM_ID,
    }));
    await insertRows(database.db.kysely, 'directory', rows);
    const stored = await database.db.kysely.selectFrom('directory').select('name').execute();
    expect(stored).toHaveLength(20_000);
  });
});

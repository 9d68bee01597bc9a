import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { BOTH_DATABASES, testDatabase, type TestDatabase } from '#tests/support/testDatabase.ts';

interface Schema {
  amounts: { id: bigint; amount: bigint | null };
}

describe.each(BOTH_DATABASES)('values read from the %s database', (kind) => {
  let database: TestDatabase<Schema>;
  let db: Db<Schema>;

  beforeAll(async () => {
    database = await testDatabase(kind);
    db = database.db;
    await sql`create table amounts (id bigint primary key, amount bigint)`.execute(db.kysely);
  });
  afterAll(() => database.remove());

  const one = async (expression: string) => {
    const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db.kysely);
    return rows[0]?.value;
  };

  it.each([
    ['1::int8', 1n],
    ['9223372036854775807::int8', 2n ** 63n - 1n],
    ['(-9223372036854775808)::int8', -(2n ** 63n)],
    ['null::int8', null],
    ['(select count(*) from (values (1), (2)) v)', 2n],
    ["'{1,null,9007199254740993}'::int8[]", [1n, null, 9007199254740993n]],
    ["'{}'::int8[]", []],
    ['7::int4', 7],
    ['7::int2', 7],
    ['12345678901234567890.05::numeric', '12345678901234567890.05'],
    ["'2026-03-29'::date", '2026-03-29'],
    ["'2026-03-29 01:30:00.123+02'::timestamptz", new Date('2026-03-28T23:30:00.123Z')],
    ['true', true],
    [`'{"a":[1,null]}'::jsonb`, { a: [1, null] }],
    ["'{a,b}'::text[]", ['a', 'b']],
    ["'\\x00ff'::bytea", Buffer.from([0, 255])],
  ])('return %s in the declared type', async (expression, expected) => {
    const value = await one(expression);
    expect(value instanceof Uint8Array ? Buffer.from(value) : value).toEqual(expected);
  });

  it('keep bytes unchanged in both directions', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const { rows } = await sql<{ value: Uint8Array }>`select ${bytes}::bytea as value`.execute(db.kysely);
    expect(rows[0]?.value).toEqual(bytes);
  });

  it('keep a 64-bit bigint unchanged in both directions', async () => {
    await db.kysely
      .insertInto('amounts')
      .values({ id: 2n ** 63n - 1n, amount: -(2n ** 63n) })
      .execute();
    const row = await db.kysely
      .selectFrom('amounts')
      .selectAll()
      .where('id', '=', 2n ** 63n - 1n)
      .executeTakeFirst();
    expect(row).toEqual({ id: 2n ** 63n - 1n, amount: -(2n ** 63n) });
  });

  it('return a sum of int8 as text, exact beyond 64 bits', async () => {
    await db.kysely.deleteFrom('amounts').execute();
    await db.kysely
      .insertInto('amounts')
      .values([
        { id: 1n, amount: 2n ** 63n - 1n },
        { id: 2n, amount: 2n ** 63n - 1n },
      ])
      .execute();
    const row = await db.kysely
      .selectFrom('amounts')
      .select(({ fn }) => fn.sum('amount').as('total'))
      .executeTakeFirst();
    expect(row?.total).toBe('18446744073709551614');
  });

  it('include the number of changed rows', async () => {
    await db.kysely.deleteFrom('amounts').execute();
    const added = await db.kysely
      .insertInto('amounts')
      .values([
        { id: 1n, amount: 1n },
        { id: 2n, amount: 1n },
      ])
      .executeTakeFirst();
    const changed = await db.kysely.updateTable('amounts').set({ amount: 5n }).where('id', '=', 1n).executeTakeFirst();
    const gone = await db.kysely.deleteFrom('amounts').executeTakeFirst();
    expect([added.numInsertedOrUpdatedRows, changed.numUpdatedRows, gone.numDeletedRows]).toEqual([2n, 1n, 2n]);
  });

  it('name the kind of a failure by its SQLSTATE, and keep values out of the error', async () => {
    await db.kysely.insertInto('amounts').values({ id: 77n, amount: 1n }).execute();
    const failure = await db.kysely
      .insertInto('amounts')
      .values({ id: 77n, amount: 424242n })
      .execute()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: '23505' });
    expect(JSON.stringify(failure)).not.toContain('424242');
  });
});

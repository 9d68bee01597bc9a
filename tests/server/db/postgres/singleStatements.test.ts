import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { sqlState } from '#server/db/dbErrors.ts';
import { QueryOutsideTransactionError } from '#server/db/guardedPool.ts';
import { testDatabase, type TestDatabase } from '#tests/support/testDatabase.ts';

interface Schema {
  numbers: { n: number; by: number };
}

const ADD = 'insert into numbers (n, by) values ($1::int, 10 / $2::int) returning n';

/** Fails unless the table has a row with this number. */
const has = (n: number) => ({
  sql: "select case when count(*) = 0 then ('missing ' || count(*))::int end from numbers where n = $1::int",
  parameters: [n],
});

describe('single statements of concurrent callers', () => {
  let database: TestDatabase<Schema>;
  let db: Db<Schema>;
  beforeAll(async () => {
    database = await testDatabase('postgres');
    db = database.db;
    await sql`create table numbers (n int primary key, by int not null)`.execute(db.kysely);
  });
  afterAll(() => database.remove());
  beforeEach(() => db.kysely.deleteFrom('numbers').execute());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const all = async () => (await db.kysely.selectFrom('numbers').select('n').orderBy('n').execute()).map(({ n }) => n);
  const range = (count: number) => Array.from({ length: count }, (_, index) => index);
  /** What became of each: its row, or the SQLSTATE of its error. */
  const outcomes = async (calls: Promise<unknown[]>[]) =>
    (await Promise.allSettled(calls)).map((one) => (one.status === 'fulfilled' ? one.value[0] : sqlState(one.reason)));

  it('share round trips, and each gets its own result', async () => {
    const connect = vi.spyOn(pg.Pool.prototype, 'connect');
    const added = await Promise.all(range(100).map((n) => db.single(ADD, [n, 1])));
    expect(added).toEqual(range(100).map((n) => [{ n }]));
    expect(connect.mock.calls.length).toBeLessThanOrEqual(10);
    expect(await all()).toEqual(range(100));
  });

  // The first round prepares the statements, on one connection or another.
  it.each(range(4))('fail alone, whichever of them fails, in round %i', async () => {
    const fails = (n: number) => n % 7 === 3;
    const found = await outcomes(range(60).map((n) => db.single(ADD, [n, fails(n) ? 0 : 1])));
    expect(found).toEqual(range(60).map((n) => (fails(n) ? '22012' : { n })));
    expect(await all()).toEqual(range(60).filter((n) => !fails(n)));
  });

  it.each(range(4))('are executed only if their own assertion holds, in round %i', async () => {
    await db.single(ADD, [0, 1]);
    const found = await outcomes(range(40).map((n) => db.single(ADD, [n + 1, 1], [has(n % 2)])));
    // Later ones may see what the second has added.
    expect(found.filter((_, n) => n % 2 === 0)).toEqual(range(20).map((n) => ({ n: 2 * n + 1 })));
    expect((await all()).length).toBe(1 + found.filter((one) => one !== '22P02').length);
  });

  it('commit one by one: one that waits for a lock keeps what came before it', async () => {
    await db.single(ADD, [1, 1]);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = db.transaction(async (tx) => {
      await tx.updateTable('numbers').set({ by: 2 }).where('n', '=', 1).execute();
      await released;
    });
    const added = db.single(ADD, [2, 1]);
    const waiting = db.single('update numbers set by = $1 where n = 1 returning n', [3]);
    await added;
    await expect.poll(all).toEqual([1, 2]);
    release();
    await holding;
    expect(await waiting).toEqual([{ n: 1 }]);
  });

  it("can't be sent within a transaction", async () => {
    const inside = db.transaction(() => db.single(ADD, [1, 1]));
    await expect(inside).rejects.toThrow(QueryOutsideTransactionError);
    expect(await all()).toEqual([]);
  });

  it('with values that cannot be sent fail alone', async () => {
    const odd = { toPostgres: () => { throw new TypeError('odd'); } }; // prettier-ignore
    const found = await Promise.allSettled([db.single(ADD, [1, 1]), db.single(ADD, [odd, 1]), db.single(ADD, [2, 1])]);
    expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await all()).toEqual([1, 2]);
  });
});

import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { QueryOutsideTransactionError, TransactionAbortedError } from '#server/db/guardedPool.ts';
import { later } from '#server/db/later.ts';
import { together } from '#server/db/together.ts';
import { gate } from '#tests/support/gate.ts';
import { BOTH_DATABASES, testDatabase, type TestDatabase } from '#tests/support/testDatabase.ts';

interface Schema {
  counters: { id: number; n: number };
}

describe.each(BOTH_DATABASES)('a transaction on the %s database', (kind) => {
  let database: TestDatabase<Schema>;
  let db: Db<Schema>;

  beforeAll(async () => {
    database = await testDatabase(kind);
    db = database.db;
    await sql`create table counters (id int primary key, n int not null)`.execute(db.kysely);
  });
  afterAll(() => database.remove());
  beforeEach(async () => {
    await db.kysely.deleteFrom('counters').execute();
    await db.kysely.insertInto('counters').values({ id: 1, n: 0 }).execute();
  });

  const read = async () => (await db.kysely.selectFrom('counters').select('n').executeTakeFirst())?.n;

  it("commits its changes and returns the function's result", async () => {
    const result = await db.transaction(async (tx) => {
      await tx.updateTable('counters').set({ n: 5 }).execute();
      return 'done';
    });
    expect([result, await read()]).toEqual(['done', 5]);
  });

  it('rolls back if the function throws, and rethrows the error', async () => {
    const failure = new Error('no');
    const result = db.transaction(async (tx) => {
      await tx.updateTable('counters').set({ n: 5 }).execute();
      throw failure;
    });
    await expect(result).rejects.toBe(failure);
    expect(await read()).toBe(0);
  });

  it('isolates 50 concurrent transactions: none sees or loses the work of another', async () => {
    await Promise.all(
      Array.from({ length: 50 }, () =>
        db.transaction(async (tx) => {
          const row = await tx.selectFrom('counters').select('n').forUpdate().executeTakeFirstOrThrow();
          await sql`select 1`.execute(tx); // Another turn of the event loop between reading and writing.
          await tx
            .updateTable('counters')
            .set({ n: row.n + 1 })
            .execute();
        }),
      ),
    );
    expect(await read()).toBe(50);
  });

  it('hides its changes from queries outside until it commits', async () => {
    const written = gate();
    const asked = gate();
    const failed = db.transaction(async (tx) => {
      await tx.updateTable('counters').set({ n: 99 }).execute();
      written.open();
      await asked.opened;
      await tx.updateTable('counters').set({ n: 100 }).execute();
      throw new Error('undo');
    });
    await written.opened;
    const outside = read();
    asked.open();
    await expect(failed).rejects.toThrow('undo');
    expect(await outside).toBe(0);
  });

  it("rejects a query that doesn't use its handle, instead of deadlocking or running outside", async () => {
    const result = db.transaction(async () => {
      await db.kysely.updateTable('counters').set({ n: 5 }).execute();
    });
    await expect(result).rejects.toBeInstanceOf(QueryOutsideTransactionError);
    expect(await read()).toBe(0);
  });

  it('rejects a nested transaction', async () => {
    const result = db.transaction(() => db.transaction(async () => {}));
    await expect(result).rejects.toBeInstanceOf(QueryOutsideTransactionError);
  });

  it("doesn't count as committed if a failed statement was swallowed", async () => {
    const result = db.transaction(async (tx) => {
      await tx.updateTable('counters').set({ n: 5 }).execute();
      await sql`select 1 / 0`.execute(tx).catch(() => {});
    });
    await expect(result).rejects.toBeInstanceOf(TransactionAbortedError);
    expect(await read()).toBe(0);
  });

  const put = (tx: Transaction<Schema>, id: number, n: number) =>
    later(tx, tx.insertInto('counters').values({ id, n }));

  it('executes writes that are handed over before its next statement, in order', async () => {
    const seen = await db.transaction(async (tx) => {
      await put(tx, 2, 20);
      await later(tx, sql`update counters set n = n + 1 where id = ${2}`);
      return tx.selectFrom('counters').select('n').where('id', '=', 2).execute();
    });
    expect(seen).toEqual([{ n: 21 }]);
  });

  it('executes writes that are handed over last when it commits', async () => {
    await db.transaction((tx) => put(tx, 2, 20));
    expect(await sql`select n from counters order by id`.execute(db.kysely)).toMatchObject({
      rows: [{ n: 0 }, { n: 20 }],
    });
  });

  it.each([
    ['its next statement', (tx: Transaction<Schema>) => sql`select ${1}::int`.execute(tx)],
    ['its commit', async () => {}],
  ])('throws the error of a write that was handed over at %s, and does nothing else', async (_, next) => {
    for (let time = 0; time < 4; time += 1) {
      const result = db.transaction(async (tx) => {
        await put(tx, 2, 20);
        await put(tx, 1, 10);
        await put(tx, 3, 30);
        await next(tx);
      });
      await expect(result).rejects.toMatchObject({ code: '23505' });
      expect(await sql`select id from counters`.execute(db.kysely)).toMatchObject({ rows: [{ id: 1 }] });
    }
  });

  it('forgets writes that were handed over if the function throws', async () => {
    const result = db.transaction(async (tx) => {
      await put(tx, 2, 20);
      throw new Error('no');
    });
    await expect(result).rejects.toThrow('no');
    await db.transaction((tx) => put(tx, 3, 30));
    expect(await sql`select id from counters order by id`.execute(db.kysely)).toMatchObject({
      rows: [{ id: 1 }, { id: 3 }],
    });
  });

  it('gives things that it does together their own results, after writes handed over before', async () => {
    const all = await db.transaction(async (tx) => {
      await put(tx, 2, 20);
      return together(
        tx.selectFrom('counters').select('n').where('id', '=', 2).executeTakeFirst(),
        Promise.resolve('known'),
        sql<{ sum: bigint }>`select sum(n)::bigint as sum from counters`.execute(tx).then(({ rows }) => rows),
        tx.updateTable('counters').set({ n: 7 }).where('id', '=', 1).executeTakeFirst(),
      );
    });
    expect(all).toEqual([{ n: 20 }, 'known', [{ sum: 20n }], { numUpdatedRows: 1n }]);
    const rows = await db.kysely.selectFrom('counters').select('n').orderBy('id').execute();
    expect(rows).toEqual([{ n: 7 }, { n: 20 }]);
  });

  it('throws the first error of things that it does together, in their order, once none is running', async () => {
    for (let time = 0; time < 4; time += 1) {
      let isRunning = true;
      const slow = async (tx: Transaction<Schema>) => {
        await tx.updateTable('counters').set({ n: 5 }).execute();
        await sql`select 1`.execute(tx);
        isRunning = false;
        throw new Error('first');
      };
      const result = db.transaction((tx) => together(slow(tx), Promise.reject(new Error('second'))));
      await expect(result).rejects.toThrow('first');
      expect([isRunning, await read()]).toEqual([false, 0]);
    }
  });

  it('does nothing if one of several statements that it sends together fails', async () => {
    for (let time = 0; time < 4; time += 1) {
      const result = db.transaction((tx) =>
        together(
          tx.updateTable('counters').set({ n: 5 }).execute(),
          tx.insertInto('counters').values({ id: 1, n: 9 }).execute(),
          tx.updateTable('counters').set({ n: 6 }).execute(),
        ),
      );
      await expect(result).rejects.toMatchObject({ code: '23505' });
      expect(await read()).toBe(0);
    }
  });

  it('runs again if a write that was handed over conflicts', async () => {
    let runs = 0;
    await db.transaction(async (tx) => {
      runs += 1;
      await put(tx, 2, runs);
      if (runs < 3) await later(tx, sql`do $$ begin raise serialization_failure; end $$`);
    });
    expect(await sql`select n from counters where id = 2`.execute(db.kysely)).toMatchObject({ rows: [{ n: 3 }] });
  });

  it('executes a single statement only if what is asserted in the same message holds', async () => {
    const add = () => db.single('insert into counters (id, n) values ($1, 7) returning n', [9]);
    const under = (id: number) =>
      db.single('insert into counters (id, n) values ($1, 7) returning n', [id], [
        { sql: `select case when n <> $1::int then ('n is ' || n)::int end from counters where id = 1`, parameters: [0] },
      ]); // prettier-ignore
    expect(await under(8)).toEqual([{ n: 7 }]);
    await db.kysely.updateTable('counters').set({ n: 1 }).where('id', '=', 1).execute();
    await expect(under(9)).rejects.toThrow('n is 1');
    expect(await add()).toEqual([{ n: 7 }]);
  });

  it('may have no statements', async () => {
    expect(await db.transaction(async () => 'done')).toBe('done');
    expect(await read()).toBe(0);
  });

  it('has the requested isolation', async () => {
    const level = (isolationLevel?: 'serializable') =>
      db.transaction(async (tx) => {
        const { rows } = await sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(
          tx,
        );
        return rows[0]?.level;
      }, isolationLevel && { isolationLevel });
    expect([await level(), await level('serializable')]).toEqual(['read committed', 'serializable']);
  });

  it('leaves the connection usable after each of these', async () => {
    await db.transaction((tx) => sql`select 1 / 0`.execute(tx)).catch(() => {});
    expect(await read()).toBe(0);
  });

  it("updates the planner's table sizes after maintenance", async () => {
    await sql`create table grown as select n from generate_series(1, 5000) as numbers (n)`.execute(db.kysely);
    await db.maintain();
    const { rows } = await sql<{
      rows: number;
    }>`select reltuples as rows from pg_class where relname = 'grown'`.execute(db.kysely);
    expect(rows[0]?.rows).toBe(5000);
  });

  it.runIf(kind === 'embedded')('plans look-ups in small tables by their index after maintenance', async () => {
    await sql`create table small (id integer primary key)`.execute(db.kysely);
    await sql`insert into small values (1)`.execute(db.kysely);
    await db.maintain();
    const plan = await sql`explain select from small where id = 1`.execute(db.kysely);
    expect(JSON.stringify(plan.rows)).toContain('small_pkey');
  });

  // The last test, because it closes the database of all others.
  it('can be closed twice', async () => {
    await db.close();
    await db.close();
    await expect(sql`select 1`.execute(db.kysely)).rejects.toThrow(/closed|end/);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Db, retrying, TransactionConflictError } from '#server/db/connect.ts';
import { gate } from '#tests/support/gate.ts';
import { testDatabase, type TestDatabase } from '#tests/support/testDatabase.ts';

const conflict = (code = '40001') => Object.assign(new Error('conflict'), { code });

describe('a transaction that lost a conflict', () => {
  it.each(['40001', '40P01'])('is retried after SQLSTATE %s', async (code) => {
    let tries = 0;
    const value = await retrying(
      async () => {
        tries += 1;
        if (tries < 3) throw conflict(code);
        return 'kept';
      },
      { random: () => 0, sleep: async () => {} },
    );
    expect([value, tries]).toEqual(['kept', 3]);
  });

  it('gives up after 10 attempts, with random pauses that double up to 250 ms', async () => {
    const pauses: number[] = [];
    const last = conflict();
    const result = retrying(() => Promise.reject(last), {
      random: () => 0.5,
      sleep: async (milliseconds) => pauses.push(milliseconds),
    });
    await expect(result).rejects.toMatchObject({ name: 'TransactionConflictError', cause: last });
    expect(pauses).toEqual([2.5, 5, 10, 20, 40, 80, 125, 125, 125]);
  });

  it.each([['23505'], ['57P01'], ['ECONNRESET']])("isn't retried after %s", async (code) => {
    let tries = 0;
    const result = retrying(
      async () => {
        tries += 1;
        throw conflict(code);
      },
      { random: () => 0, sleep: async () => {} },
    );
    await expect(result).rejects.toMatchObject({ code });
    expect(tries).toBe(1);
  });
});

interface Schema {
  wallets: { id: number; balance: number };
}

describe('conflicts that PostgreSQL itself reports', () => {
  let database: TestDatabase<Schema>;
  let db: Db<Schema>;

  beforeAll(async () => {
    database = await testDatabase('postgres');
    db = database.db;
    await sql`create table wallets (id int primary key, balance int not null)`.execute(db.kysely);
    await db.kysely
      .insertInto('wallets')
      .values([
        { id: 1, balance: 0 },
        { id: 2, balance: 0 },
      ])
      .execute();
  });
  afterAll(() => database.remove());

  const add = (id: number, amount: number) => ({ balance: sql<number>`balance + ${amount}`, id });

  it('end with every serializable addition counted', async () => {
    let attempts = 0;
    const isContested = gate();
    await Promise.all(
      Array.from({ length: 20 }, () =>
        db.transaction(
          async (tx) => {
            const row = await tx.selectFrom('wallets').select('balance').where('id', '=', 1).executeTakeFirstOrThrow();
            attempts += 1;
            // Two have read the same balance before the first of them writes.
            if (attempts === 2) isContested.open();
            await isContested.opened;
            await tx
              .updateTable('wallets')
              .set({ balance: row.balance + 1 })
              .where('id', '=', 1)
              .execute();
          },
          { isolationLevel: 'serializable' },
        ),
      ),
    );
    const row = await db.kysely.selectFrom('wallets').select('balance').where('id', '=', 1).executeTakeFirst();
    expect(row?.balance).toBe(20);
    expect(attempts).toBeGreaterThan(20);
  });

  it('end a deadlock with both transactions done', async () => {
    await db.kysely.updateTable('wallets').set({ balance: 0 }).execute();
    let started = 0;
    const bothStarted = gate();
    const oneIsDone = gate();
    // Otherwise the loser could retry before the other continues, and one of them would lose again.
    const patient = await connect<Schema>({ ...database.options, sleep: () => oneIsDone.opened });
    const move = async (first: number, second: number) => {
      await patient.transaction(async (tx) => {
        await tx.updateTable('wallets').set(add(first, -1)).where('id', '=', first).execute();
        started += 1;
        if (started === 2) bothStarted.open();
        await bothStarted.opened;
        await tx.updateTable('wallets').set(add(second, 1)).where('id', '=', second).execute();
      });
      oneIsDone.open();
    };
    await Promise.all([move(1, 2), move(2, 1)]);
    await patient.close();
    expect(started).toBe(3);
    expect(await db.kysely.selectFrom('wallets').select('balance').execute()).toEqual([{ balance: 0 }, { balance: 0 }]);
  });

  it("are reported to the caller by name if they don't end", async () => {
    const impatient = await connect<Schema>({ ...database.options, random: () => 0, sleep: async () => {} });
    const result = impatient.transaction(async (tx) => {
      await sql`do $$ begin raise exception 'always' using errcode = '40001'; end $$`.execute(tx);
    });
    await expect(result).rejects.toBeInstanceOf(TransactionConflictError);
    await impatient.close();
  });
});

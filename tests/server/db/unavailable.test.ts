import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { sqlState } from '#server/db/dbErrors.ts';
import { UnavailableError } from '#server/errors.ts';
import { gate } from '#tests/support/gate.ts';
import { testDatabase, type TestDatabase } from '#tests/support/testDatabase.ts';

const CONNECT_TIMEOUT_MS = 30_000;

interface Schema {
  wallets: { id: number; balance: number };
}

describe('temporary errors are distinguished from permanent ones', () => {
  let database: TestDatabase<Schema>;
  beforeAll(async () => {
    database = await testDatabase<Schema>('postgres');
    await sql`create table wallets (id int primary key, balance int not null)`.execute(database.db.kysely);
    await sql`insert into wallets values (1, 0)`.execute(database.db.kysely);
  });
  afterAll(() => database.remove());

  const caught = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => 'nothing',
      (error: unknown) => error,
    );

  it('a lock timeout, a statement timeout and a terminated connection are temporary', async () => {
    const { db } = database;
    const locked = gate();
    const done = gate();
    const holder = db.transaction(async (tx) => {
      await tx.updateTable('wallets').set({ balance: 1 }).execute();
      locked.open();
      await done.opened;
    });
    await locked.opened;
    const waiting = db.transaction(async (tx) => {
      await sql`set local lock_timeout = '50ms'`.execute(tx);
      await tx.updateTable('wallets').set({ balance: 2 }).execute();
    });
    const lock = await caught(waiting);
    done.open();
    await holder;
    const long = await caught(
      db.transaction(async (tx) => {
        await sql`set local statement_timeout = '50ms'`.execute(tx);
        await sql`select pg_sleep(5)`.execute(tx);
      }),
    );
    const ended = await caught(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db.kysely));
    for (const error of [lock, long, ended]) expect(error).toBeInstanceOf(UnavailableError);
    expect([lock, long, ended].map(sqlState)).toEqual(['55P03', '57014', '57P01']);
  });

  it('a pool without a free connection is temporary', async () => {
    const { db, options } = database;
    const small = await connect<Schema>({ ...options, connectTimeoutMs: CONNECT_TIMEOUT_MS });
    const done = gate();
    let held = 0;
    const holders = Array.from({ length: 10 }, () =>
      small.transaction(async (tx) => {
        await sql`select 1`.execute(tx);
        held += 1;
        await done.opened;
      }),
    );
    await expect.poll(() => held).toBe(10);
    // The limit also applies to opening connections, so it is long, and passes only now that they are open.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const refused = caught(small.kysely.selectFrom('wallets').selectAll().execute());
    await expect.poll(() => small.connections()).toMatchObject({ waiting: 1 });
    await vi.advanceTimersByTimeAsync(2 * CONNECT_TIMEOUT_MS);
    expect(await refused).toBeInstanceOf(UnavailableError);
    vi.useRealTimers();
    done.open();
    await Promise.all(holders);
    await small.close();
    expect(await db.kysely.selectFrom('wallets').selectAll().execute()).toHaveLength(1);
  });

  it('an invalid statement is permanent', async () => {
    const twice = await caught(sql`insert into wallets values (1, 0)`.execute(database.db.kysely));
    expect(twice).not.toBeInstanceOf(UnavailableError);
    expect(sqlState(twice)).toBe('23505');
  });
});

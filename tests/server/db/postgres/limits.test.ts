import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { NO_LIMITS } from '#server/db/limits.ts';
import { sqlState } from '#server/db/sqlState.ts';
import { UnavailableError } from '#server/errors.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { execute } from '#tests/support/executeStatement.ts';
import { gate } from '#tests/support/gate.ts';
import { pgbouncerProgram, startPgbouncer } from '#tests/support/pgbouncer.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { fillWithDemo, startWorld } from '#tests/support/world.ts';
import { withdrawalsWith, withdrawer } from '../../reliability/moneyCaller.ts';

interface Schema {
  things: { id: number; amount: bigint };
}

const CLIENTS = 30;
const [REQUEST, WORK, NONE] = ['4s 3s 30s', '30s 10s 30s', '0 10s 30s'];

const settings = sql<{ limits: string }>`
  select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
    current_setting('idle_in_transaction_session_timeout')) as limits`;

describe.each([
  { way: 'directly', program: 'none', lead: async (url: string) => ({ url, stop: async () => {} }) },
  { way: 'through pgbouncer (needs the program)', program: pgbouncerProgram, lead: startPgbouncer },
])('limits of time on PostgreSQL, $way', ({ program, lead }) => {
  describe.skipIf(program === null)('hold', () => {
    let plainUrl: string;
    let way: Awaited<ReturnType<typeof lead>>;
    let db: Db<Schema>;
    let remove: () => Promise<void>;
    beforeAll(async () => {
      const { url, drop } = await createDatabase(inject('postgresUrl'));
      plainUrl = url;
      way = await lead(url);
      db = await connect<Schema>({ databaseUrl: way.url, dataDir: '', clock: systemClock });
      await sql`create table things (id int primary key, amount bigint not null)`.execute(db.kysely);
      remove = async () => {
        await db.close();
        await way.stop();
        await drop();
      };
    });
    afterAll(() => remove());

    const inTransaction = (options = {}) =>
      db.transaction(async (tx) => (await settings.execute(tx)).rows[0]?.limits, options);
    const alone = async () => (await settings.execute(db.kysely)).rows[0]?.limits;

    it('in transactions and in single statements, of requests, of background work and of bulk loads', async () => {
      // Outside of a transaction nobody is idle in one.
      const idleUnset = (limits: string) => limits.replace(/ \S+$/, '');
      expect(await inTransaction()).toBe(REQUEST);
      expect(idleUnset((await alone()) ?? '')).toBe(idleUnset(REQUEST));
      expect(await db.patiently(inTransaction)).toBe(WORK);
      expect(idleUnset((await db.patiently(alone)) ?? '')).toBe(idleUnset(WORK));
      expect(await inTransaction({ limits: NO_LIMITS })).toBe(NONE);
      expect(await inTransaction({ isolationLevel: 'serializable' })).toBe(REQUEST);
    });

    it('for each of many who share connections, and for nobody else', async () => {
      const asked = Array.from({ length: CLIENTS }, (_, index) => [
        index % 2 === 0 ? inTransaction() : db.patiently(inTransaction),
        index % 2 === 0 ? alone() : db.patiently(alone),
      ]).flat();
      const found = await Promise.all(asked);
      expect(new Set(found.map((limits) => limits?.split(' ')[0]))).toEqual(new Set(['4s', '30s']));
      // Somebody else on the same connections, such as pg_dump.
      expect(await execute(way.url, 'show statement_timeout')).toEqual([{ statement_timeout: '0' }]);
    });

    it('and statements with them have their rows, counts and errors', async () => {
      const things = db.kysely.insertInto('things').values([
        { id: 1, amount: 10n },
        { id: 2, amount: 20n },
      ]);
      for (const within of [(act: () => Promise<void>) => act(), db.patiently]) {
        await within(async () => {
          expect((await things.executeTakeFirst()).numInsertedOrUpdatedRows).toBe(2n);
          await expect(things.execute()).rejects.toMatchObject({ code: '23505' });
          const read = await db.kysely.selectFrom('things').selectAll().where('id', '>', 0).orderBy('id').execute();
          expect(read).toEqual([
            { id: 1, amount: 10n },
            { id: 2, amount: 20n },
          ]);
          expect((await sql`select 1 as one where false`.execute(db.kysely)).rows).toEqual([]);
          expect((await db.kysely.deleteFrom('things').executeTakeFirst()).numDeletedRows).toBe(2n);
        });
      }
    });

    const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

    it('PostgreSQL itself cancels what takes longer, and gives up waiting for a lock', async () => {
      const rows = [3, 4].map((id) => ({ id, amount: 0n }));
      await db.kysely.insertInto('things').values(rows).execute();
      const [locked, done] = [gate(), gate()];
      const holder = db.patiently(() =>
        db.transaction(async (tx) => {
          await tx.updateTable('things').set({ amount: 1n }).execute();
          locked.open();
          await done.opened;
        }),
      );
      await locked.opened;
      const failures = await Promise.all([
        caught(sql`select pg_sleep(60)`.execute(db.kysely)),
        caught(db.transaction((tx) => sql`select pg_sleep(60)`.execute(tx))),
        caught(db.kysely.updateTable('things').set({ amount: 2n }).where('id', '=', 3).execute()),
        caught(db.transaction((tx) => tx.updateTable('things').set({ amount: 2n }).where('id', '=', 4).execute())),
      ]);
      done.open();
      await holder;
      expect(failures.map(sqlState)).toEqual(['57014', '57014', '55P03', '55P03']);
      for (const failure of failures) expect(failure).toBeInstanceOf(UnavailableError);
      const running = `select 1 from pg_stat_activity where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid() and state = 'active'`;
      expect(await execute(plainUrl, running)).toEqual([]);
    });
  });
});

describe.skipIf(pgbouncerProgram === null)('a server behind pgbouncer (needs the program)', () => {
  it('signs in, lists and withdraws, each once', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'));
    const pgbouncer = await startPgbouncer(url);
    const options = { databaseUrl: pgbouncer.url, dataDir: '', clock: systemClock };
    const db = await connect(options);
    await fillWithDemo(db, 20);
    const world = await startWorld('postgres', { database: { db, options, remove: () => db.close() } });
    const token = (await world.signIn('demo')).login_token;
    const caller = await withdrawer(world, token);
    const keys = Array.from({ length: 12 }, caller.newKey);
    for (const key of keys) {
      const both = await Promise.all([caller.insist(key), caller.insist(key)]);
      const [made] = await withdrawalsWith(world, key);
      expect(both.map(({ id }) => id)).toEqual([made?.id, made?.id]);
    }
    expect((await world.call({ url: '/prod-api/orders', token })).statusCode).toBe(200);
    expect((await world.call({ url: '/readyz' })).statusCode).toBe(200);
    expect(await findViolations(db)).toEqual([]);
    await world.close();
    await pgbouncer.stop();
    await drop();
  });
});

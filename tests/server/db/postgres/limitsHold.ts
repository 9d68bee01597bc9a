import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { connect, type Db } from '#server/db/connect.ts';
import { NO_LIMITS } from '#server/db/session.ts';
import { execute } from '#tests/support/executeStatement.ts';
import { createDatabase } from '#tests/support/postgres.ts';

interface Schema {
  things: { id: number; amount: bigint };
}

/** Opens a route to a database, for example through pgbouncer. */
type Lead = (databaseUrl: string) => Promise<{ url: string; stop: () => Promise<void> }>;

/** A database for the tests of one `describe`. */
export interface LedDatabase {
  db: Db<Schema>;
  /** Its address by the tested route. */
  url: string;
  plainUrl: string;
}

const CLIENTS = 30;
const [REQUEST, WORK, NONE] = ['4s 3s 30s', '30s 10s 30s', '0 10s 30s'];

const settings = sql<{ limits: string }>`
  select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
    current_setting('idle_in_transaction_session_timeout')) as limits`;

export const directly: Lead = async (url) => ({ url, stop: async () => {} });

/** Makes a database before the tests and removes it after them. */
export function ledDatabase(lead: Lead): () => LedDatabase {
  let led: LedDatabase;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const { url: plainUrl, drop } = await createDatabase(inject('postgresUrl'));
    const { url, stop } = await lead(plainUrl);
    const db = await connect<Schema>({ databaseUrl: url, dataDir: '', clock: systemClock });
    await sql`create table things (id int primary key, amount bigint not null)`.execute(db.kysely);
    led = { db, url, plainUrl };
    remove = async () => {
      await db.close();
      await stop();
      await drop();
    };
  });
  afterAll(() => remove());
  return () => led;
}

/** Declares the quick tests of the limits and of the results of statements under them. */
export function limitsHold(led: () => LedDatabase): void {
  const inTransaction = (options = {}) =>
    led().db.transaction(async (tx) => (await settings.execute(tx)).rows[0]?.limits, options);
  const alone = async () => (await settings.execute(led().db.kysely)).rows[0]?.limits;

  it('in transactions and single statements, of requests, background work and bulk loads', async () => {
    const { db } = led();
    // The idle limit only applies inside a transaction.
    const idleUnset = (limits: string) => limits.replace(/ \S+$/, '');
    expect(await inTransaction()).toBe(REQUEST);
    expect(idleUnset((await alone()) ?? '')).toBe(idleUnset(REQUEST));
    expect(await db.patiently(inTransaction)).toBe(WORK);
    expect(idleUnset((await db.patiently(alone)) ?? '')).toBe(idleUnset(WORK));
    expect(await inTransaction({ limits: NO_LIMITS })).toBe(NONE);
    expect(await inTransaction({ isolationLevel: 'serializable' })).toBe(REQUEST);
  });

  it('for each of many clients that share connections, and for no other client', async () => {
    const { db } = led();
    const asked = Array.from({ length: CLIENTS }, (_, index) => [
      index % 2 === 0 ? inTransaction() : db.patiently(inTransaction),
      index % 2 === 0 ? alone() : db.patiently(alone),
    ]).flat();
    const found = await Promise.all(asked);
    expect(new Set(found.map((limits) => limits?.split(' ')[0]))).toEqual(new Set(['4s', '30s']));
    // Another client on the same connections, such as pg_dump.
    expect(await execute(led().url, 'show statement_timeout')).toEqual([{ statement_timeout: '0' }]);
  });

  it('and statements under them return their rows, counts and errors', async () => {
    const { db } = led();
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
}

/** Declares the tests of prepared statements. @param isNamed false if the route leads through a pooler */
export function namesHold(led: () => LedDatabase, { isNamed }: { isNamed: boolean }): void {
  const PREPARED = sql<{ statement: string }>`select statement from pg_prepared_statements order by statement`;
  const TEXT = 'select amount from things where id = $1';

  it(`in transactions are ${isNamed ? 'prepared once per connection' : 'never prepared'}`, async () => {
    const { db } = led();
    const read = () =>
      db.transaction(async (tx) => {
        for (const id of [11, 12, 13]) await sql`select amount from things where id = ${id}`.execute(tx);
        return (await PREPARED.execute(tx)).rows.map(({ statement }) => statement);
      });
    for (const within of [(act: typeof read) => act(), db.patiently]) {
      expect((await within(read)).filter((text) => text === TEXT)).toEqual(isNamed ? [TEXT] : []);
    }
  });

  it('outside of transactions, and in bulk loads, are never prepared', async () => {
    const { db } = led();
    const text = (id: number) => sql`select id from things where amount = ${id}`;
    for (const id of [1, 2, 3]) await text(id).execute(db.kysely);
    const prepared = await db.transaction(
      async (tx) => {
        for (const id of [1, 2, 3]) await text(id).execute(tx);
        return (await PREPARED.execute(tx)).rows;
      },
      { limits: NO_LIMITS },
    );
    expect(prepared.filter(({ statement }) => statement.includes('where amount'))).toEqual([]);
  });
}

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { gate } from '#tests/support/gate.ts';
import { BOTH_DATABASES, testDatabase, type TestDatabase } from '#tests/support/testDatabase.ts';

interface Schema {
  counters: { id: number; n: number };
}

/** More than a server has connections. */
const MANY = 20;

describe.each(BOTH_DATABASES)('background work on the %s database', (kind) => {
  let database: TestDatabase<Schema>;
  let db: Db<Schema>;

  beforeAll(async () => {
    database = await testDatabase(kind);
    db = database.db;
    await sql`create table counters (id int primary key, n int not null)`.execute(db.kysely);
    await db.kysely.insertInto('counters').values({ id: 1, n: 0 }).execute();
  });
  afterAll(() => database.remove());

  const read = () => db.kysely.selectFrom('counters').select('n').executeTakeFirstOrThrow();
  const inBackground = <T>(act: () => Promise<T>) => Array.from({ length: MANY }, () => db.inBackground(act));

  it('is done completely, each part once', async () => {
    const { n } = await read();
    const add = sql`update counters set n = n + 1`;
    await Promise.all(inBackground(() => db.transaction((tx) => add.execute(tx))));
    await Promise.all(inBackground(() => db.single('update counters set n = n + 1', [])));
    expect(await read()).toEqual({ n: n + 2 * MANY });
  });

  it('gives back its connections if it fails', async () => {
    const failing = () => db.transaction((tx) => sql`select 1 / 0`.execute(tx));
    const results = await Promise.allSettled(inBackground(failing));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await db.inBackground(read)).toMatchObject({ n: expect.any(Number) });
  });

  it.runIf(kind === 'embedded')('lets a user wait for one of many at most', async () => {
    const ended: string[] = [];
    const work = inBackground(async () => {
      await db.transaction((tx) => sql`select 1`.execute(tx));
      ended.push('background');
    });
    const asked = read().then(() => ended.push('user'));
    await Promise.all([...work, asked]);
    expect(ended.indexOf('user')).toBeLessThanOrEqual(1);
  });

  it.runIf(kind === 'postgres')('leaves connections to users, however much of it there is', async () => {
    const answered = gate();
    const work = inBackground(() => db.transaction(() => answered.opened));
    await db.transaction((tx) => sql`select 1`.execute(tx));
    answered.open();
    await expect(Promise.all(work)).resolves.toHaveLength(MANY);
  });

  it.runIf(kind === 'postgres')('sends its single statements apart from those of users', async () => {
    const [locked, answered] = [gate(), gate()];
    const holder = db.transaction(async (tx) => {
      await tx.updateTable('counters').set({ n: 0 }).execute();
      locked.open();
      await answered.opened;
    });
    await locked.opened;
    const work = inBackground(() => db.single('update counters set n = n + 1 where id = 1', []));
    await db.single('select n from counters', []);
    answered.open();
    await holder;
    await expect(Promise.all(work)).resolves.toHaveLength(MANY);
  });
});

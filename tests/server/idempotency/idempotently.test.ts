import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import path from 'node:path';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ensurePlatform } from '#server/access/ensurePlatform.ts';
import { migrate } from '#server/db/migrate.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';
import type { Database } from '#server/db/schema.ts';
import { ConflictError, UnavailableError, ValidationError } from '#server/errors.ts';
import { createCipher } from '#server/crypto/dataKey.ts';
import { bodyHash } from '#server/idempotency/bodyHash.ts';
import { forgetExpiredKeys, idempotently, KEY_LIFETIME_HOURS } from '#server/idempotency/idempotently.ts';
import { TestClock } from '../../support/testClock.ts';
import { DATABASE_KINDS, testDatabase, type TestDatabase } from '../../support/testDatabase.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../server/db/migrations');
const cipher = createCipher(Buffer.alloc(32, 7));
const USER = '0199a000-0000-7000-8000-000000000001';
const answerSchema = z.object({ zeta: z.string(), a: z.int() });

describe.each(DATABASE_KINDS)('a call with an idempotency key (%s)', (kind) => {
  const clock = new TestClock();
  let database: TestDatabase<Database>;
  beforeAll(async () => {
    database = await testDatabase(kind);
    await migrate(database.db, { folder: MIGRATIONS, clock, holder: randomUUID() });
    await ensurePlatform(database.db, clock);
    await sql`create table effects (name text not null)`.execute(database.db.kysely);
  });
  afterAll(() => database.remove());

  const effect = async (tx: Transaction<Database>, name: string) => {
    await sql`insert into effects values (${name})`.execute(tx);
    return { zeta: randomUUID(), a: 1 };
  };
  const effectsOf = async (name: string) => {
    const { rows } = await sql`select 1 from effects where name = ${name}`.execute(database.db.kysely);
    return rows.length;
  };
  const call = (key: string, change = {}) => ({
    ...{
      merchantId: PLATFORM_ID,
      userId: USER,
      route: 'POST /payments',
      key,
      bodyHash: bodyHash(cipher, { amount: '1' }),
    },
    ...change,
  });
  const make = (key: string, change = {}, what = key) =>
    idempotently({ db: database.db, clock }, call(key, change), answerSchema, (tx) => effect(tx, what));

  it('has its effect once and gives the stored answer again, to the letter', async () => {
    const first = await make('twice');
    const again = await make('twice');
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(await effectsOf('twice')).toBe(1);
  });

  it('is refused when its key was used with another body', async () => {
    await make('other body');
    const refused = make('other body', { bodyHash: bodyHash(cipher, { amount: '2' }) });
    await expect(refused).rejects.toThrow(ValidationError);
    await expect(refused).rejects.toMatchObject({ fields: { idempotency_key: { key: 'idempotency_key_reused' } } });
    expect(await effectsOf('other body')).toBe(1);
  });

  it.each([{ userId: '0199a000-0000-7000-8000-000000000002' }, { route: 'POST /withdrawals' }])(
    'is another call for another user or route (%j)',
    async (change) => {
      const key = JSON.stringify(change);
      await make(key);
      await make(key, change);
      expect(await effectsOf(key)).toBe(2);
    },
  );

  it('may be made again with its key after it failed, and leaves nothing behind', async () => {
    const failing = idempotently({ db: database.db, clock }, call('failed'), answerSchema, async (tx) => {
      await effect(tx, 'failed');
      throw new Error('no money');
    });
    await expect(failing).rejects.toThrow('no money');
    expect(await effectsOf('failed')).toBe(0);
    await make('failed');
    expect(await effectsOf('failed')).toBe(1);
  });

  it('is forgotten after a day', async () => {
    await make('old');
    clock.advance(KEY_LIFETIME_HOURS * 3600 - 1);
    await make('old');
    expect(await effectsOf('old')).toBe(1);
    clock.advance(1);
    await make('old');
    expect(await effectsOf('old')).toBe(2);
    clock.advance(KEY_LIFETIME_HOURS * 3600);
    await forgetExpiredKeys(database.db, clock.now());
    expect(await database.db.kysely.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  });
});

describe('duplicates at the same time', () => {
  const clock = new TestClock();
  let database: TestDatabase<Database>;
  beforeAll(async () => {
    database = await testDatabase('postgres');
    await migrate(database.db, { folder: MIGRATIONS, clock, holder: randomUUID() });
    await ensurePlatform(database.db, clock);
    await sql`create table effects (name text not null)`.execute(database.db.kysely);
  });
  afterAll(() => database.remove());

  const make = (key: string, effect: (tx: Transaction<Database>) => Promise<string>) =>
    idempotently(
      { db: database.db, clock },
      { merchantId: PLATFORM_ID, userId: USER, route: 'POST /payments', key, bodyHash: 'same' },
      z.string(),
      effect,
    );

  it('have one effect a key and get identical answers: 20 each of 1,000 keys', { timeout: 240_000 }, async () => {
    const keys = Array.from({ length: 1_000 }, (_, index) => `key-${index}`);
    const answers = new Set<string>();
    // Some at a time: a connection of the pool is waited for no longer than five seconds.
    for (let first = 0; first < keys.length; first += 10) {
      const calls = Array.from({ length: 20 }, () => keys.slice(first, first + 10)).flat();
      await Promise.all(
        calls.map(async (key) => {
          const answer = await persistently(() =>
            make(key, async (tx) => {
              await sql`insert into effects values (${key})`.execute(tx);
              return randomUUID();
            }),
          );
          answers.add(`${key} ${answer}`);
        }),
      );
    }
    const { rows } = await sql<{ name: string }>`select name from effects`.execute(database.db.kysely);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(keys.toSorted());
    expect(answers.size).toBe(keys.length);
  });

  it('are refused when the first takes more than a second', async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let first: Promise<unknown> = Promise.resolve();
    await new Promise<void>((running) => {
      first = make('slow', async () => {
        running();
        await finished;
        return 'the effect';
      });
    });
    const duplicate = make('slow', () => Promise.resolve('a second effect'));
    await expect(duplicate).rejects.toThrow(ConflictError);
    finish();
    await first;
    expect(await make('slow', () => Promise.resolve('a third'))).toBe('the effect');
  });
});

/** As a caller does who is told that the first call is still running, or that the server is busy. */
async function persistently<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ConflictError || error instanceof UnavailableError)) throw error;
      await pause(100);
    }
  }
}

import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Database } from '#server/db/schema.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import { createCipher } from '#server/crypto/dataKey.ts';
import { bodyHash, forgetExpiredKeys, idempotently } from '#server/resources/idempotently.ts';
import { gate } from '../../../support/gate.ts';
import { migratedDatabase } from '../../../support/migratedDatabase.ts';
import { TestClock } from '../../../support/testClock.ts';
import { USUAL_DATABASE, type TestDatabase } from '../../../support/testDatabase.ts';
import { expectOneEffect, startDuplicates, type Duplicates } from './duplicates.ts';

const cipher = createCipher(Buffer.alloc(32, 7));
const USER = '0199a000-0000-7000-8000-000000000001';
const DAY_SECONDS = 24 * 3600;
const answerSchema = z.object({ zeta: z.string(), a: z.int() });

describe('a call with an idempotency key', () => {
  const clock = new TestClock();
  let database: TestDatabase<Database>;
  beforeAll(async () => {
    database = await migratedDatabase(USUAL_DATABASE);
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
    merchantId: PLATFORM_ID,
    userId: USER,
    route: 'POST /payments',
    key,
    bodyHash: bodyHash(cipher, { amount: '1' }),
    ...change,
  });
  const make = (key: string, change = {}, what = key) =>
    idempotently({ db: database.db, clock }, call(key, change), answerSchema, (tx) => effect(tx, what));

  it('has its effect once and returns the stored response again, byte for byte', async () => {
    const first = await make('twice');
    const again = await make('twice');
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(await effectsOf('twice')).toBe(1);
  });

  it('is rejected if its key was used with another body', async () => {
    await make('other body');
    const refused = make('other body', { bodyHash: bodyHash(cipher, { amount: '2' }) });
    await expect(refused).rejects.toThrow(ValidationError);
    await expect(refused).rejects.toMatchObject({ fields: { idempotency_key: { key: 'idempotency_key_reused' } } });
    expect(await effectsOf('other body')).toBe(1);
  });

  it.each([{ userId: '0199a000-0000-7000-8000-000000000002' }, { route: 'POST /withdrawals' }])(
    'is separate for another user or route (%j)',
    async (change) => {
      const key = JSON.stringify(change);
      await make(key);
      await make(key, change);
      expect(await effectsOf(key)).toBe(2);
    },
  );

  it('can be retried with its key after it failed, which leaves nothing behind', async () => {
    const failing = idempotently({ db: database.db, clock }, call('failed'), answerSchema, async (tx) => {
      await effect(tx, 'failed');
      throw new Error('no money');
    });
    await expect(failing).rejects.toThrow('no money');
    expect(await effectsOf('failed')).toBe(0);
    await make('failed');
    expect(await effectsOf('failed')).toBe(1);
  });

  it('waits for other locks as long as any request, but only a second for its key', async () => {
    const shown = await idempotently({ db: database.db, clock }, call('locks'), z.string(), async (tx) => {
      const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx);
      return rows[0]?.lock_timeout ?? '';
    });
    expect(shown).toBe('3s');
  });

  it('is forgotten after a day', async () => {
    await make('old');
    clock.advance(DAY_SECONDS - 1);
    await make('old');
    expect(await effectsOf('old')).toBe(1);
    clock.advance(1);
    await make('old');
    expect(await effectsOf('old')).toBe(2);
    clock.advance(DAY_SECONDS);
    await forgetExpiredKeys(database.db, clock.now());
    expect(await database.db.kysely.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  });
});

describe('duplicates at the same time', () => {
  let duplicates: Duplicates;
  beforeAll(async () => {
    duplicates = await startDuplicates();
  });
  afterAll(() => duplicates.close());

  it('have one effect per key and get identical responses: 20 each of 20 keys', () => expectOneEffect(duplicates, 20));

  it('are rejected if the first takes more than a second', async () => {
    const { make } = duplicates;
    const [running, finished] = [gate(), gate()];
    const first = make('slow', async () => {
      running.open();
      await finished.opened;
      return 'the effect';
    });
    await running.opened;
    const duplicate = make('slow', () => Promise.resolve('a second effect'));
    await expect(duplicate).rejects.toThrow(ConflictError);
    await expect(duplicate).rejects.toMatchObject({ id: 'still_running' });
    finished.open();
    await first;
    expect(await make('slow', () => Promise.resolve('a third'))).toBe('the effect');
  });
});

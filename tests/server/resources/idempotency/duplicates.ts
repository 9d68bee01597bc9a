import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { expect } from 'vitest';
import { z } from 'zod';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Database } from '#server/db/schema.ts';
import { ConflictError, UnavailableError } from '#server/errors.ts';
import { idempotently } from '#server/resources/idempotently.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { TestClock } from '../../../support/testClock.ts';

const DUPLICATES = 20;
/** Keys in parallel. More would wait for a connection of the pool longer than the limit of five seconds. */
const AT_ONCE = 10;

type Effect = (tx: Transaction<Database>) => Promise<string>;

/** Calls with an idempotency key, on a PostgreSQL database of their own. */
export async function startDuplicates() {
  const { db, remove } = await migratedDatabase('postgres');
  const clock = new TestClock();
  await sql`create table effects (name text not null)`.execute(db.kysely);

  const make = (key: string, effect: Effect) =>
    idempotently(
      { db, clock },
      { merchantId: PLATFORM_ID, userId: PLATFORM_ID, route: 'POST /payments', key, bodyHash: 'same' },
      z.string(),
      effect,
    );

  return { db, make, close: remove };
}
export type Duplicates = Awaited<ReturnType<typeof startDuplicates>>;

/** Makes 20 concurrent calls with each of `keyCount` keys. */
export async function expectOneEffect({ db, make }: Duplicates, keyCount: number): Promise<void> {
  const keys = Array.from({ length: keyCount }, (_, index) => `key-${index}`);
  const answers = new Set<string>();
  for (let first = 0; first < keys.length; first += AT_ONCE) {
    const calls = Array.from({ length: DUPLICATES }, () => keys.slice(first, first + AT_ONCE)).flat();
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
  const { rows } = await sql<{ name: string }>`select name from effects`.execute(db.kysely);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(keys.toSorted());
  expect(answers.size).toBe(keys.length);
}

/** Retries while the first call is still running or the server is busy. Each rejection takes a second or more. */
async function persistently<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ConflictError || error instanceof UnavailableError)) throw error;
    }
  }
}

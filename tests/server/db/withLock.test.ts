import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { CREATE_LOCKS, LockLostError, withLock } from '#server/db/withLock.ts';
import { gate } from '#tests/support/gate.ts';
import { BOTH_DATABASES, testDatabase, type TestDatabase } from '#tests/support/testDatabase.ts';

describe.each(BOTH_DATABASES)('a named lock in the %s database', (kind) => {
  let database: TestDatabase<unknown>;
  let db: Db<unknown>;

  beforeAll(async () => {
    database = await testDatabase(kind);
    db = database.db;
    await sql.raw(CREATE_LOCKS).execute(db.kysely);
  });
  afterAll(() => database.remove());
  beforeEach(async () => {
    await sql`delete from locks`.execute(db.kysely);
  });

  const lock = (holder: string, fn: (signal: AbortSignal) => Promise<unknown> = async () => holder, ttlMs = 60_000) =>
    withLock(db.kysely, { name: 'daily', holder, ttlMs }, fn);
  const remaining = async () => {
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as ms from locks`.execute(db.kysely);
    return rows[0]?.ms ?? 0;
  };
  const passToAnother = () => sql`update locks set holder = 'b'`.execute(db.kysely);

  it('lets one of many run', async () => {
    const othersLost = gate();
    let lost = 0;
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const outcome = await lock(`holder ${index}`, () => othersLost.opened);
        if (!outcome.ran) lost += 1;
        if (lost === 9) othersLost.open();
        return outcome.ran;
      }),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it('is free again after its holder returned or threw', async () => {
    expect(await lock('a')).toEqual({ ran: true, value: 'a' });
    await expect(lock('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await lock('b')).toEqual({ ran: true, value: 'b' });
  });

  it("is free again when a dead holder's lease has expired, not before", async () => {
    await lock('a', async () => {
      expect(await lock('b')).toEqual({ ran: false });
      await sql`update locks set expires_at = now() - interval '1 second'`.execute(db.kysely);
      expect(await lock('b')).toEqual({ ran: true, value: 'b' });
    });
  });

  it('is renewed while its holder works', async () => {
    await lock(
      'a',
      async () => {
        await sql`update locks set expires_at = now()`.execute(db.kysely);
        await expect.poll(remaining).toBeGreaterThan(100);
      },
      200,
    );
  });

  it('notifies its holder when another has taken it over', async () => {
    const outcome = lock(
      'a',
      async (signal) => {
        await passToAnother();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return signal.reason;
      },
      60,
    );
    expect(await outcome).toEqual({ ran: true, value: expect.any(LockLostError) });
  });

  it('is not taken from the next holder by a late release', async () => {
    await lock('a', passToAnother);
    expect(await lock('c')).toEqual({ ran: false });
  });
});

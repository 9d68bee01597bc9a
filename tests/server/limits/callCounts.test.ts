import { millisecondsInMinute } from 'date-fns/constants';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Db } from '#server/db/connect.ts';
import { silentLog } from '#server/db/dbLog.ts';
import type { Database } from '#server/db/schema.ts';
import { createCallCounts, forgetCallCounts, type CallCounts } from '#server/limits/callCounts.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { TestClock } from '#tests/support/testClock.ts';
import type { TestDatabase } from '#tests/support/testDatabase.ts';

const EXCHANGE_MS = 10;

describe('calls counted across servers', () => {
  let database: TestDatabase<Database>;
  const clock = new TestClock();
  const open: CallCounts[] = [];
  beforeAll(async () => {
    database = await migratedDatabase('postgres');
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    clock.advance(60);
  });
  afterAll(() => database.remove());

  function server(db: Db | null = database.db, log = silentLog): CallCounts {
    const counts = createCallCounts({ db, clock, log, exchangeEveryMs: EXCHANGE_MS });
    open.push(counts);
    return counts;
  }
  const times = (many: number, counts: CallCounts, key = 'a') => {
    for (let n = 0; n < many; n += 1) counts.add(key);
  };

  it('are visible to each server a moment later, by key, and start again each minute', async () => {
    const [one, other] = [server(), server()];
    times(3, one);
    times(2, other);
    times(7, other, 'b');
    let made = 5;
    const unknownTo = (counts: CallCounts) => (made += 1) - counts.add('a').calls;
    await expect.poll(() => unknownTo(one), { interval: 5 * EXCHANGE_MS }).toBe(0);
    await expect.poll(() => unknownTo(other), { interval: 5 * EXCHANGE_MS }).toBe(0);
    expect(server().add('a').calls).toBe(1);
    clock.advance(60);
    expect(one.add('a').calls).toBe(1);
  });

  it('are all counted in the end, however many servers report concurrently', async () => {
    const servers = Array.from({ length: 6 }, () => server());
    for (let round = 0; round < 20; round += 1) {
      for (const one of servers) times(5, one, `key ${round % 3}`);
      // Takes a while, during which some servers report.
      await totals(database.db);
    }
    await expect.poll(() => totals(database.db)).toEqual([180 + 30, 180 + 30, 180]);
  });

  it('include how long the minute still lasts', () => {
    const counts = server(null);
    clock.advance(15);
    const { leftMs } = counts.add('a');
    expect(leftMs).toBe(millisecondsInMinute - (clock.now().getTime() % millisecondsInMinute));
  });

  it('are counted per server while the database is unavailable', async () => {
    const closed = await connect({ ...database.options });
    await closed.close();
    const warned: string[] = [];
    const counts = server(closed, { ...silentLog, warn: (_details, message) => warned.push(message) });
    times(4, counts);
    await expect.poll(() => warned.length).toBeGreaterThan(0);
    expect(counts.add('a').calls).toBe(5);
  });

  it('are deleted when their minute is over', async () => {
    await forgetCallCounts(database.db, new Date(clock.now().getTime() + 10 * millisecondsInMinute));
    expect(await totals(database.db)).toEqual([]);
  });
});

/** The count of each key, in the order of the keys. */
async function totals({ kysely }: Db): Promise<number[]> {
  const { rows } = await sql<{ calls: number }>`
    select calls from call_counts where key like 'key %' order by key, minute`.execute(kysely);
  return rows.map(({ calls }) => calls);
}

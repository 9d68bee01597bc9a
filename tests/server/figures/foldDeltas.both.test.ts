import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { foldDeltas } from '#server/figures/foldDeltas.ts';
import { newMerchant } from '#tests/server/ledger/anyEvents.ts';
import { migratedDatabase } from '#tests/support/migratedDatabase.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';

const foldedSchema = z.tuple([z.object({ folded: z.int() })]);
const CHANNEL = '019a0000-0000-7000-8000-00000000000c';

describe.each(EITHER_DATABASE)('folding on the %s database', (kind) => {
  let database: Awaited<ReturnType<typeof migratedDatabase>>;
  beforeAll(async () => {
    database = await migratedDatabase(kind);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const table of ['order_deltas', 'order_buckets', 'order_days']) {
      await sql`delete from ${sql.table(table)}`.execute(database.db.kysely);
    }
  });
  afterAll(() => database.remove());

  async function merchantWith(changes: number, amount = 100): Promise<string> {
    const merchantId = await newMerchant(database.db);
    await sql`
      insert into order_deltas
        (merchant_id, bucket, currency, channel_id, status, order_count, amount, fee, arrival_amount)
      select ${merchantId}::uuid, '2026-11-20T04:00Z'::timestamptz + n % 8 * interval '6 hours', 'CNY', ${CHANNEL}::uuid,
        'success', 1, ${amount}, 1, ${amount - 1}
      from generate_series(1, ${changes}::integer) n`.execute(database.db.kysely);
    return merchantId;
  }
  async function countsIn(table: string): Promise<Record<string, number>> {
    const { rows } = await sql<{ merchant_id: string; count: number }>`
      select merchant_id, sum(order_count)::integer as count from ${sql.table(table)} group by merchant_id`.execute(
      database.db.kysely,
    );
    return Object.fromEntries(rows.map(({ merchant_id, count }) => [merchant_id, count]));
  }

  it('moves all changes of all merchants, however many one has', async () => {
    const expected: Record<string, number> = {};
    for (const changes of [2_500, 1, 1_000, 30]) expected[await merchantWith(changes)] = changes;
    expect(await foldDeltas(database.db)).toBe(3_531);
    expect(await countsIn('order_deltas')).toEqual({});
    expect(await countsIn('order_buckets')).toEqual(expected);
    expect(await countsIn('order_days')).toEqual(expected);
    expect(await foldDeltas(database.db)).toBe(0);
  });

  it('moves each change once, by several processes', async () => {
    const expected: Record<string, number> = {};
    for (const changes of [1_500, 40, 40, 40]) expected[await merchantWith(changes)] = changes;
    const folded = await Promise.all([1, 2, 3].map(() => foldDeltas(database.db)));
    expect(folded.reduce((sum, count) => sum + count)).toBe(1_620);
    expect(await countsIn('order_buckets')).toEqual(expected);
  });

  it('moves those of the other merchants if one merchant’s fail, and throws', async () => {
    const [lost, other] = [await merchantWith(3), await merchantWith(5)];
    const { single } = database.db;
    const down = new Error('its node is down');
    vi.spyOn(database.db, 'single').mockImplementation((text, parameters) =>
      parameters[0] === lost ? Promise.reject(down) : single(text, parameters),
    );
    await expect(foldDeltas(database.db)).rejects.toBe(down);
    expect(await countsIn('order_deltas')).toEqual({ [lost]: 3 });
    expect(await countsIn('order_buckets')).toEqual({ [other]: 5 });
  });

  /** Numbers of changes that the statements of each round trip have moved, in order of size. */
  async function roundTrips(): Promise<number[][]> {
    const { single } = database.db;
    const all: number[][] = [];
    let open = 0;
    vi.spyOn(database.db, 'single').mockImplementation(async (text, parameters) => {
      if (open === 0) all.push([]);
      open += 1;
      const answer = single(text, parameters).finally(() => (open -= 1));
      all.at(-1)?.push(foldedSchema.parse(await answer)[0].folded);
      return answer;
    });
    await foldDeltas(database.db);
    return all.map((one) => one.toSorted((a, b) => a - b));
  }

  it('sends at most 20 statements at once', async () => {
    for (let made = 0; made < 21; made += 1) await merchantWith(1);
    expect(await roundTrips()).toEqual([Array.from({ length: 20 }, () => 1), [1]]);
  });

  it('moves at most 1,000 changes at once, those of a merchant in pieces of 1,000', async () => {
    await merchantWith(2_300);
    await merchantWith(700);
    const all = await roundTrips();
    expect(all.flat().toSorted((a, b) => a - b)).toEqual([300, 700, 1_000, 1_000]);
    expect(all.filter((one) => one.reduce((sum, count) => sum + count) > 1_000)).toEqual([]);
  });

  it('ends between two groups of merchants', async () => {
    for (let made = 0; made < 21; made += 1) await merchantWith(1);
    const stopping = new AbortController();
    const { single } = database.db;
    vi.spyOn(database.db, 'single').mockImplementation((text, parameters) => {
      stopping.abort();
      return single(text, parameters);
    });
    expect(await foldDeltas(database.db, stopping.signal)).toBe(20);
    expect(Object.keys(await countsIn('order_deltas'))).toHaveLength(1);
  });
});

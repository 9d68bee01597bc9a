import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertRows } from '#server/db/rows.ts';
import { foldDeltas } from '#server/figures/foldDeltas.ts';
import { dailySource } from '#server/modules/submerchants/module.ts';
import { createSubmerchantStatistics } from '#server/modules/submerchants/statistics/service.ts';
import type { Condition } from '#server/resources/compileFilter.ts';
import { plainText } from '@merchant-console/declaration';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { orderOf, payoutOf } from '../../figures/orderOf.ts';
import { successShare } from '../../figures/successShare.ts';
import { moneyWorld, type MoneyMerchant, type MoneyWorld } from '../../money/moneyWorld.ts';

const HOUR = 3_600_000;
/**
 * Time zones whose clocks change by an hour, by half an hour or at midnight, or have an offset with a quarter of an
 * hour, and the times of their changes.
 */
const PLACES = [
  { zone: 'America/New_York', at: '2026-03-08T07:00:00Z' },
  { zone: 'America/New_York', at: '2026-11-01T06:00:00Z' },
  { zone: 'Australia/Lord_Howe', at: '2026-04-04T15:00:00Z' },
  { zone: 'America/Havana', at: '2026-03-08T05:00:00Z' },
  { zone: 'Africa/Cairo', at: '2026-04-23T22:00:00Z' },
  { zone: 'Asia/Kathmandu', at: '2026-06-01T18:15:00Z' },
];

const made = fc.record({
  kind: fc.constantFrom('order' as const, 'payout' as const),
  /** Index of a sub-merchant, or of the reader, whose own orders don't count. */
  whose: fc.constantFrom(0, 1, 2),
  ms: fc.integer({ min: -60 * HOUR, max: 60 * HOUR }),
  status: fc.nat(3),
  currency: fc.constantFrom('CNY', 'USD'),
  amount: fc.bigInt({ min: 1n, max: 9_000_000_000_000_000n }),
});
const STATUSES = {
  order: ['pending', 'success', 'failed', 'closed'],
  payout: ['pending', 'processing', 'success', 'failed'],
} as const;

describe('daily sums of sub-merchants', () => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
  });
  afterAll(() => world.remove());

  async function family(zone: string): Promise<[MoneyMerchant, MoneyMerchant, MoneyMerchant]> {
    const [first, second, reader] = [await world.merchant(), await world.merchant(), await world.merchant()];
    await world.db.kysely
      .insertInto('merchant_descendants')
      .values([
        ...[reader, first, second].map(({ merchantId: id }) => ({ merchant_id: id, descendant_id: id, depth: 0 })),
        ...[first, second].map(({ merchantId: id }) => {
          return { merchant_id: reader.merchantId, descendant_id: id, depth: 1 };
        }),
      ])
      .execute();
    await world.db.kysely
      .updateTable('merchants')
      .set({ time_zone: zone })
      .where('merchant_id', '=', reader.merchantId)
      .execute();
    return [first, second, reader];
  }

  const list = async (reader: string, conditions: Condition[]) =>
    (
      await dailySource(world.db).list(reader, {
        conditions,
        sort: { source: 'day', descending: true },
        range: [0, 999],
      })
    ).records.map(({ id: _, branch_id, ...record }) => ({ ...record, submerchant_id: branch_id }));

  it('equal those of the individual orders, in any time zone and across clock changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(made, { minLength: 1, maxLength: 40 }),
        fc.constantFrom(...PLACES),
        fc.array(fc.nat(39), { maxLength: 5 }),
        fc.boolean(),
        async (drawn, { zone, at }, moved, isFolded) => {
          const merchants = await family(zone);
          const [, , { merchantId: reader }] = merchants;
          const rowOf = ({ kind: of, whose, ms, status, currency, amount }: (typeof drawn)[number]) => {
            const { merchantId, channels } = merchants[whose] ?? merchants[2];
            const made_at = new Date(Date.parse(at) + ms);
            const shared = { created_at: made_at, currency, amount, fee: amount % 997n };
            return of === 'order'
              ? {
                  order: orderOf(merchantId, channels.collection, {
                    ...shared,
                    status: STATUSES.order[status] ?? 'closed',
                  }),
                }
              : {
                  payout: payoutOf(merchantId, channels.payout, {
                    ...shared,
                    status: STATUSES.payout[status] ?? 'failed',
                  }),
                };
          };
          const rows = drawn.map(rowOf);
          const orders = rows.flatMap(({ order }) => order ?? []);
          await insertRows(world.db.kysely, 'orders', orders);
          await insertRows(
            world.db.kysely,
            'payouts',
            rows.flatMap(({ payout }) => payout ?? []),
          );
          if (isFolded) await foldDeltas(world.db);
          for (const nth of moved) {
            const order = orders[nth];
            if (order?.status !== 'pending') continue;
            await sql`update orders set status = 'success', fee = fee + 1, created_at = created_at + interval '20 hours'
              where status = 'pending' and merchant_id = ${order.merchant_id} and id = ${order.id}`.execute(
              world.db.kysely,
            );
          }

          const expected = await oneByOne(world, reader);
          expect(sorted(await list(reader, []))).toEqual(sorted(expected));
          const day = plainText(expected[0]?.['day'] ?? '2026-01-01');
          for (const operator of ['=', '>=', '<'] as const) {
            const found = await list(reader, [{ kind: 'compare', source: 'day', operator, value: day }]);
            expect(sorted(found)).toEqual(
              sorted(expected.filter((row) => HOLDS[operator](plainText(row['day']), day))),
            );
          }
          const { currencies, members } = await createSubmerchantStatistics(world).overview(
            reader,
            { from: day, to: day },
            null,
          );
          for (const { currency, by_member: of } of currencies) {
            for (const [index, { id }] of members.entries()) {
              const row = expected.find(
                (one) => one['day'] === day && one['currency'] === currency && one['submerchant_id'] === id,
              );
              if (!row) expect([of[index]?.collection_count, of[index]?.payout_count]).toEqual([0, 0]);
              else expect({ ...row, ...of[index] }).toEqual({ ...row, collection_success_rate: row['success_rate'] });
            }
          }
        },
      ),
      { numRuns: 5 },
    );
  }, 120_000);
});

const HOLDS = {
  '=': (one: string, other: string) => one === other,
  '>=': (one: string, other: string) => one >= other,
  '<': (one: string, other: string) => one < other,
};

type Row = Record<string, unknown>;

function sorted(rows: readonly Row[]): Row[] {
  const key = ({ submerchant_id, day, currency }: Row) => [submerchant_id, day, currency].join(' ');
  return rows.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** The statistics computed without sums, from every order and payout. */
async function oneByOne({ db }: MoneyWorld, reader: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select x.merchant_id as submerchant_id, day::text as day, currency,
      sum(collection)::integer as collection_count,
      sum(collection * is_open)::integer as collection_open_count,
      sum(collection * is_success)::integer as collection_success_count,
      sum(collection * is_success * amount)::text as collection_amount,
      sum(collection * is_success * fee)::text as collection_fee,
      sum(payout)::integer as payout_count,
      sum(payout * is_open)::integer as payout_open_count,
      sum(payout * is_success)::integer as payout_success_count,
      sum(payout * is_success * amount)::text as payout_amount,
      sum(payout * is_success * fee)::text as payout_fee
    from (
      select o.merchant_id, (o.created_at at time zone m.time_zone)::date as day, o.currency, 1 as collection, 0 as payout,
        (o.status = 'pending')::integer as is_open, (o.status = 'success')::integer as is_success, o.amount, o.fee
      from orders o cross join merchants m where m.merchant_id = ${reader}
      union all
      select p.merchant_id, (p.created_at at time zone m.time_zone)::date, p.currency, 0, 1,
        (p.status in ('pending', 'processing'))::integer, (p.status = 'success')::integer, p.amount, p.fee
      from payouts p cross join merchants m where m.merchant_id = ${reader}
    ) x
    join merchant_descendants d on d.merchant_id = ${reader} and d.descendant_id = x.merchant_id and d.depth > 0
    group by 1, 2, 3`.execute(db.kysely);
  const rate = (row: Row, of: string) =>
    successShare(Number(row[`${of}_count`]), Number(row[`${of}_open_count`]), Number(row[`${of}_success_count`]));
  return rows.map((row) => ({
    ...row,
    success_rate: rate(row, 'collection'),
    payout_success_rate: rate(row, 'payout'),
  }));
}

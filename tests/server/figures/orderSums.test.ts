import fc from 'fast-check';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertRows } from '#server/db/rows.ts';
import type { Database } from '#server/db/schema.ts';
import { findWrongSums, recountOrders } from '#server/figures/recountOrders.ts';
import { foldDeltas } from '#server/figures/foldDeltas.ts';
import { orderSums, type OrderSum } from '#server/figures/orderSums.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { TRIGGER_VARIANTS, useTriggers } from '#tests/support/triggerVariants.ts';
import { moneyWorld, type MoneyMerchant, type MoneyWorld } from '../money/moneyWorld.ts';
import { orderOf } from './orderOf.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-03-08T06:00:00Z');

/** A change of the orders or their sums. The numbers choose minutes and rows. */
const steps = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    minutes: fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 6 }),
  }),
  fc.record({ kind: fc.constantFrom('settle' as const, 'notify' as const, 'remove' as const), nth: fc.nat(20) }),
  fc.record({ kind: fc.constant('fold' as const) }),
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

describe.each(TRIGGER_VARIANTS)('order sums whose changes are recorded %s', (variant) => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
    await useTriggers(world.db, variant);
  });
  afterAll(() => world.remove());

  function doing({ merchantId, channels }: MoneyMerchant) {
    const nth = (n: number) =>
      sql`(select id from orders where merchant_id = ${merchantId} order by id offset ${n} limit 1)`;
    const where = (n: number) => sql`where merchant_id = ${merchantId} and id = ${nth(n)}`;
    return async (step: Step): Promise<unknown> => {
      const { kysely } = world.db;
      if (step.kind === 'add') {
        const channelIds = [channels.collection, channels.payout];
        return insertRows(
          kysely,
          'orders',
          step.minutes.map((minute, at) => drawnOrder(merchantId, channelIds[minute % 2] ?? '', minute, at)),
        );
      }
      if (step.kind === 'fold') return foldDeltas(world.db);
      if (step.kind === 'remove') return sql`delete from orders ${where(step.nth)}`.execute(kysely);
      const change = step.kind === 'notify' ? sql`notify_status = 'delivered'` : sql`status = 'success', fee = fee + 1`;
      const open = step.kind === 'notify' ? sql`` : sql`and status = 'pending'`;
      return sql`update orders set ${change} ${where(step.nth)} ${open}`.execute(kysely);
    };
  }

  /** The sums and the counted rows in one snapshot. */
  async function both(merchantId: string, bounds: readonly Date[]) {
    return world.db.transaction(
      async (tx) => {
        const summed = await orderSums(tx, merchantId, bounds);
        return { summed: sorted(summed), counted: sorted(await counted(tx, merchantId, bounds)) };
      },
      { isolationLevel: 'repeatable read' },
    );
  }

  it('always equal those of the orders, during any concurrent changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(steps, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 121 }), { minLength: 2, maxLength: 5 }),
        async (rounds, minutes) => {
          const merchant = await world.merchant();
          const act = doing(merchant);
          const bounds = minutes
            .toSorted((one, other) => one - other)
            .map((minute) => new Date(START + minute * MINUTE));
          for (const round of rounds) {
            const reading = both(merchant.merchantId, bounds);
            await Promise.all([...round, { kind: 'fold' as const }].map(act));
            for (const { summed, counted: all } of [await reading, await both(merchant.merchantId, bounds)]) {
              expect(summed).toEqual(all);
            }
          }
        },
      ),
      { numRuns: 12 },
    );
    expect(await findWrongSums(world.db)).toEqual([]);
  });

  it('record nothing if no summed value changes', async () => {
    const merchant = await world.merchant();
    const act = doing(merchant);
    await act({ kind: 'add', minutes: [1, 1, 1, 3] });
    const noted = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from order_deltas where merchant_id = ${merchant.merchantId}`.execute(
        world.db.kysely,
      );
      return rows[0]?.count;
    };
    const before = await noted();
    expect(before).toBeLessThan(4);
    await act({ kind: 'notify', nth: 0 });
    expect(await noted()).toBe(before);
  });

  it('that are wrong are detected, and recomputed while orders arrive', async () => {
    const merchant = await world.merchant();
    const act = doing(merchant);
    await act({ kind: 'add', minutes: [1, 20, 40] });
    await foldDeltas(world.db);
    for (const table of ['order_days', 'order_buckets']) {
      await sql`update ${sql.table(table)} set amount = amount + 7 where merchant_id = ${merchant.merchantId}`.execute(
        world.db.kysely,
      );
      const wrong = (await findWrongSums(world.db)).filter(({ merchant_id }) => merchant_id === merchant.merchantId);
      expect(wrong).not.toEqual([]);
    }
    await Promise.all([recountOrders(world.db), act({ kind: 'add', minutes: [5, 6] }), foldDeltas(world.db)]);
    expect(await findWrongSums(world.db)).toEqual([]);
  });
});

const STATUSES = ['pending', 'success', 'failed', 'closed'] as const;

function drawnOrder(merchantId: string, channelId: string, minute: number, at: number) {
  return orderOf(merchantId, channelId, {
    created_at: new Date(START + minute * MINUTE + at * 777),
    currency: minute % 5 === 0 ? 'USD' : 'CNY',
    status: STATUSES[at % 3 === 0 ? 0 : minute % 4] ?? 'pending',
    amount: BigInt(minute * 100 + at + 1),
    fee: BigInt(minute),
  });
}

async function counted(db: Kysely<Database>, merchantId: string, bounds: readonly Date[]): Promise<OrderSum[]> {
  const intervals = bounds.slice(1).map((to, index) => ({ interval_index: index, from: bounds[index] ?? to, to }));
  const found = await Promise.all(
    intervals.map(({ interval_index, from, to }) =>
      sql<OrderSum>`
        select ${interval_index}::integer as interval_index, currency, channel_id, status, count(*)::integer as count,
          sum(amount)::bigint as amount, sum(fee)::bigint as fee
        from orders where merchant_id = ${merchantId} and created_at >= ${from} and created_at < ${to}
        group by 2, 3, 4`.execute(db),
    ),
  );
  return found.flatMap(({ rows }) => rows);
}

function sorted(sums: readonly OrderSum[]): string[] {
  return sums
    .map(({ interval_index, currency, channel_id, status, count, amount, fee }) =>
      [interval_index, currency, channel_id, status, count, amount, fee].join(' '),
    )
    .toSorted();
}

import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderSchema } from '#shared/contract/order.ts';
import type { Db } from '#server/db/connect.ts';
import { insertRows } from '#server/db/rows.ts';
import type { Tx } from '#server/db/schema.ts';
import { foldDeltas } from '#server/figures/foldDeltas.ts';
import { ordersSource } from '#server/modules/orders/service.ts';
import type { Condition } from '#server/resources/compileFilter.ts';
import { plainRecord } from '#server/resources/plainRecord.ts';
import { loadResources } from '#server/resources/registry/readFolder.ts';
import { rowSource } from '#server/resources/tableSource.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { orderOf } from '../../figures/orderOf.ts';
import { moneyWorld, type MoneyMerchant, type MoneyWorld } from '../../money/moneyWorld.ts';

const MINUTE = 60_000;
const DAYS = 4;
/** At 23:40, so that a change of day is near. */
const START = Date.parse('2026-03-07T23:40:00Z');
const STATUSES = ['pending', 'success', 'failed', 'closed'] as const;
const CURRENCIES = ['CNY', 'USD'];

const declared = (await loadResources('resources')).get('orders');
const SUMS = { columns: declared?.list.summary ?? [], fields: declared?.fields ?? [], tab: 'status' };

/** Often where a quarter of an hour or a day begins. */
const moments = fc
  .tuple(
    fc.oneof(fc.constantFrom(5, 20, 35, 20 + 24 * 60, 35 + 24 * 60), fc.integer({ min: 0, max: DAYS * 24 * 60 })),
    fc.constantFrom(0, 0, 1, 777),
  )
  .map(([minute, milliseconds]) => new Date(START + minute * MINUTE + milliseconds));
const bound = (operator: '>' | '>=' | '<' | '<=' | '=') =>
  moments.map((value): Condition => ({ kind: 'compare', source: 'created_at', operator, value }));

/** What a list may be filtered by; the last ones can't be answered from totals. */
const filters = fc
  .tuple(
    fc.option(fc.oneof(bound('>='), bound('>')), { nil: undefined }),
    fc.option(fc.oneof(bound('<'), bound('<=')), { nil: undefined }),
    fc.option(
      fc.oneof(
        fc.subarray([...STATUSES]).map((values): Condition => ({ kind: 'among', source: 'status', values })),
        fc
          .constantFrom(...CURRENCIES)
          .map((value): Condition => ({ kind: 'compare', source: 'currency', operator: '<>', value })),
      ),
      { nil: undefined, freq: 1 },
    ),
    fc.option(
      fc.oneof(
        bound('='),
        fc
          .bigInt({ min: 0n, max: 900n })
          .map((value): Condition => ({ kind: 'compare', source: 'amount', operator: '>=', value })),
      ),
      { nil: undefined, freq: 1 },
    ),
  )
  .map((parts) => parts.filter((part) => part !== undefined));

const pages = fc.record({
  descending: fc.boolean(),
  /** Place of the first row, in thousandths of the list. */
  place: fc.noBias(fc.nat(999)),
  size: fc.integer({ min: 1, max: 30 }),
});

const orders = fc.array(
  fc.record({
    at: moments,
    status: fc.constantFrom(...STATUSES),
    currency: fc.constantFrom(...CURRENCIES),
    amount: fc.bigInt({ min: 1n, max: 1_000n }),
    isSecond: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);
const steps = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), orders }),
  fc.record({ kind: fc.constant('settle' as const), nth: fc.nat(20) }),
  fc.record({ kind: fc.constant('remove' as const), nth: fc.nat(20) }),
  fc.record({ kind: fc.constant('fold' as const) }),
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** The list that reads rows alone. */
const plainSource = (db: Db) => rowSource(db, sql.table('orders'), plainRecord, orderSchema.keyof().options);

describe('a list of orders', () => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
  });
  afterAll(() => world.remove());

  function doing({ merchantId, channels }: MoneyMerchant) {
    const nth = (n: number) =>
      sql`merchant_id = ${merchantId} and id = (
        select id from orders where merchant_id = ${merchantId} order by id offset ${n} limit 1)`;
    return async (step: Step): Promise<unknown> => {
      const { kysely } = world.db;
      if (step.kind === 'fold') return foldDeltas(world.db);
      if (step.kind === 'remove') return sql`delete from orders where ${nth(step.nth)}`.execute(kysely);
      if (step.kind === 'settle') {
        const pending = sql`${nth(step.nth)} and status = 'pending'`;
        return sql`update orders set status = 'success', fee = fee + 1 where ${pending}`.execute(kysely);
      }
      const rows = step.orders.map(({ at, isSecond, ...of }) =>
        orderOf(merchantId, isSecond ? channels.payout : channels.collection, { ...of, created_at: at, fee: 3n }),
      );
      return insertRows(kysely, 'orders', rows);
    };
  }

  /** Totals and summary by both ways in one snapshot. */
  const both = (merchantId: string, conditions: Condition[]) =>
    world.db.transaction(
      async (tx: Tx) => {
        const db: Db = { ...world.db, kysely: tx };
        const query = {
          conditions,
          sort: { source: 'created_at', descending: true },
          range: [0, 0] as [number, number],
        };
        const [kept, rows] = [ordersSource(db), plainSource(db)];
        return {
          kept: [(await kept.list(merchantId, query)).total, await kept.summary(merchantId, conditions, SUMS)],
          rows: [(await rows.list(merchantId, query)).total, await rows.summary(merchantId, conditions, SUMS)],
        };
      },
      { isolationLevel: 'repeatable read' },
    );

  it('has the count and the sums of its rows, during any concurrent changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(steps, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
        fc.array(filters, { minLength: 1, maxLength: 3 }),
        async (rounds, asked) => {
          const merchant = await world.merchant();
          const act = doing(merchant);
          for (const round of rounds) {
            const reading = Promise.all(asked.map((filter) => both(merchant.merchantId, filter)));
            await Promise.all([...round, { kind: 'fold' as const }].map(act));
            const after = await Promise.all(asked.map((filter) => both(merchant.merchantId, filter)));
            for (const { kept, rows } of [...(await reading), ...after]) expect(kept).toEqual(rows);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('has the same pages, however far', async () => {
    const merchant = await world.merchant();
    const act = doing(merchant);
    await fc.assert(
      fc.asyncProperty(
        fc.array(orders, { minLength: 150, maxLength: 151 }),
        fc.array(fc.tuple(filters, pages), { minLength: 20, maxLength: 20 }),
        async (added, asked) => {
          await act({ kind: 'add', orders: added.flat() });
          await act({ kind: 'fold' });
          // Changes that are added up only with the next ones.
          await act({ kind: 'add', orders: added[0] ?? [] });
          for (const [conditions, { descending, place, size }] of asked) {
            const { count } = await plainSource(world.db).summary(merchant.merchantId, conditions);
            const first = Math.floor((count * place) / 1_000);
            const range: [number, number] = [first, first + size - 1];
            const query = { conditions, sort: { source: 'created_at', descending }, range };
            const [kept, rows] = [ordersSource(world.db), plainSource(world.db)];
            expect(await kept.list(merchant.merchantId, query)).toEqual(await rows.list(merchant.merchantId, query));
          }
        },
      ),
      { numRuns: 4 },
    );
  });
});

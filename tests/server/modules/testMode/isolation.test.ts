import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderSums } from '#server/figures/orderSums.ts';
import { otherThan, rowsOf, SIDES, STEP_KINDS } from './testModeWorld.ts';
import type { Side, Step } from './testModeWorld.ts';
import { isolationWorld, summarySchema } from './isolationWorld.ts';

/** Lists of a merchant whose rows belong to one side. */
const LISTS = [
  'orders',
  'payouts',
  'refunds',
  'ledgers',
  'deposits',
  'withdrawals',
  'payment-requests',
  'bankcards',
  'payees',
  'channels',
  'batch-transfers',
  'batch-transfer-items',
  'audit-logs',
];

/** The gateway call that finds what a step has created, and the list with its export. */
const FOUND_BY: Partial<Record<Step['kind'], { type: string; number: string; list: string }>> = {
  collect: { type: 'collect', number: 'merchant_order_no', list: 'orders' },
  payout: { type: 'payout', number: 'merchant_order_no', list: 'payouts' },
  refund: { type: 'refund', number: 'merchant_refund_no', list: 'refunds' },
};

const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  side: fc.constantFrom(...SIDES),
  kind: fc.constantFrom(...STEP_KINDS),
  amount: fc.integer({ min: 20_000, max: 90_000 }),
});

describe('data of one side of a merchant', () => {
  const isolation = isolationWorld();

  async function exported(side: Side, resource: string): Promise<string> {
    const url = `/prod-api/${resource}/export?format=csv`;
    return (await isolation.world.call({ url, token: isolation.world.tokens[side] })).body;
  }

  it(
    'appear in the lists, pages, sums, exports, searches, figures and gateway queries of that side only',
    {
      timeout: 180_000,
    },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 8 }), async (steps) => {
          const marks: (Step & { mark: string })[] = [];
          for (const step of steps) marks.push({ ...step, mark: await isolation.actions.take(step) });
          isolation.world.clock.advance(60);
          await isolation.world.work();

          for (const endpoint of LISTS) {
            const rows = {
              live: await rowsOf(isolation.world, 'live', endpoint),
              test: await rowsOf(isolation.world, 'test', endpoint),
            };
            const liveIds = new Set(rows.live.map(({ id }) => id));
            expect(rows.test.filter(({ id }) => liveIds.has(id))).toEqual([]);
            for (const side of SIDES) {
              const { data } = await isolation.world.get(side, `/${endpoint}/summary`);
              expect(summarySchema.parse(data).count).toBe(rows[side].length);
              for (const { id } of rows[otherThan(side)].slice(0, 1)) {
                expect((await isolation.world.get(side, `/${endpoint}/${id}`)).status).toBe(404);
              }
            }
          }
          for (const { side, kind, mark } of marks) {
            const search = async (on: Side) => (await isolation.world.get(on, `/record-search?q=${mark}`)).data;
            expect(await search(otherThan(side))).toEqual([]);
            const found = FOUND_BY[kind];
            if (!found) continue;
            expect(await search(side)).not.toEqual([]);
            const asked = { type: found.type, [found.number]: mark };
            expect(await isolation.world.gateway(side, 'query', asked)).toMatchObject({ status: 200 });
            expect(await isolation.world.gateway(otherThan(side), 'query', asked)).toMatchObject({ status: 404 });
            for (const on of SIDES) expect((await exported(on, found.list)).includes(mark)).toBe(on === side);
          }
          for (const side of SIDES) {
            expect(await figuresOf(side)).toEqual(await countedOf(side));
            expect(await isolation.world.violations(side)).toEqual([]);
          }
        }),
        { numRuns: 3 },
      );
    },
  );

  const ALWAYS = [new Date(0), new Date('2100-01-01')];

  /** Orders by status, from the figures. */
  async function figuresOf(side: Side) {
    return countBy(
      (await orderSums(isolation.world.db.kysely, isolation.world.ids[side], ALWAYS)).map((sum) => [
        sum.status,
        sum.count,
      ]),
    );
  }

  async function countedOf(side: Side) {
    return countBy((await rowsOf(isolation.world, side, 'orders')).map(({ status }) => [String(status), 1]));
  }

  function countBy(counts: readonly (readonly [string, number])[]): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const [key, count] of counts) sums[key] = (sums[key] ?? 0) + count;
    return sums;
  }

  it("can't be accessed with the other side’s key: the same call creates separate orders", async () => {
    expect(await isolation.world.keyOf('live')).not.toBe(await isolation.world.keyOf('test'));
    const number = { merchant_order_no: 'SAME-ON-BOTH', amount: '12345' };
    for (const side of SIDES) {
      const channel = (await rowsOf(isolation.world, side, 'channels')).find(({ type }) => type === 'collection');
      const answer = await isolation.world.gateway(side, 'collect', { ...number, channel: String(channel?.['code']) });
      expect(answer.status).toBe(201);
    }
    const made = await Promise.all(SIDES.map((side) => rowsOf(isolation.world, side, 'orders')));
    const ids = made.map((rows) =>
      rows.filter((row) => row['merchant_order_no'] === 'SAME-ON-BOTH').map(({ id }) => id),
    );
    expect(ids.map(({ length }) => length)).toEqual([1, 1]);
    expect(ids[0]).not.toEqual(ids[1]);
    // The same idempotency key takes effect once on each side.
    const card = { name: 'Twice', card_number: '6222021234569999', bank_name: 'Bank', branch_name: null };
    for (const side of SIDES) {
      const request = {
        method: 'POST',
        url: '/prod-api/bankcards',
        token: isolation.world.tokens[side],
        payload: card,
      } as const;
      const headers = { 'idempotency-key': 'the-same-on-both-sides' };
      expect((await isolation.world.call({ ...request, headers })).statusCode).toBe(201);
      expect((await rowsOf(isolation.world, side, 'bankcards')).filter((row) => row['name'] === 'Twice')).toHaveLength(
        1,
      );
    }
  });
});

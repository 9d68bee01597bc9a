import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { orderSums } from '#server/figures/orderSums.ts';
import { AUTHORISED } from '../../access/authorisation/authorisedCalls.ts';
import { Actions, otherThan, rowsOf, SIDES, STEP_KINDS, testModeWorld } from './testModeWorld.ts';
import type { Side, Step, TestModeWorld } from './testModeWorld.ts';

/** Lists of a merchant whose rows are of one side. */
const LISTS = [
  ...['orders', 'payouts', 'refunds', 'ledgers', 'deposits', 'withdrawals', 'payment-requests', 'bankcards', 'payees'],
  ...['channels', 'batch-transfers', 'batch-transfer-items', 'audit-logs'],
];

/** The call of the gateway that finds what a step has made, and the list with its export. */
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

const summarySchema = z.object({ count: z.int() });

describe('what happens on one side of a merchant', () => {
  let world: TestModeWorld;
  let actions: Actions;
  beforeAll(async () => {
    world = await testModeWorld();
    actions = new Actions(world);
  });
  afterAll(() => world.close());

  async function exported(side: Side, resource: string): Promise<string> {
    const url = `/prod-api/${resource}/export?format=csv`;
    return (await world.call({ url, token: world.tokens[side] })).body;
  }

  it(
    'is in the lists, pages, sums, exports, searches, figures and gateway queries of that side alone',
    {
      timeout: 180_000,
    },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 8 }), async (steps) => {
          const marks: (Step & { mark: string })[] = [];
          for (const step of steps) marks.push({ ...step, mark: await actions.take(step) });
          world.clock.advance(60);
          await world.work();

          for (const endpoint of LISTS) {
            const rows = { live: await rowsOf(world, 'live', endpoint), test: await rowsOf(world, 'test', endpoint) };
            const liveIds = new Set(rows.live.map(({ id }) => id));
            expect(rows.test.filter(({ id }) => liveIds.has(id))).toEqual([]);
            for (const side of SIDES) {
              const { data } = await world.get(side, `/${endpoint}/summary`);
              expect(summarySchema.parse(data).count).toBe(rows[side].length);
              for (const { id } of rows[otherThan(side)].slice(0, 1)) {
                expect((await world.get(side, `/${endpoint}/${id}`)).status).toBe(404);
              }
            }
          }
          for (const { side, kind, mark } of marks) {
            const search = async (on: Side) => (await world.get(on, `/record-search?q=${mark}`)).data;
            expect(await search(otherThan(side))).toEqual([]);
            const found = FOUND_BY[kind];
            if (!found) continue;
            expect(await search(side)).not.toEqual([]);
            const asked = { type: found.type, [found.number]: mark };
            expect(await world.gateway(side, 'query', asked)).toMatchObject({ status: 200 });
            expect(await world.gateway(otherThan(side), 'query', asked)).toMatchObject({ status: 404 });
            for (const on of SIDES) expect((await exported(on, found.list)).includes(mark)).toBe(on === side);
          }
          for (const side of SIDES) {
            expect(await figuresOf(side)).toEqual(await countedOf(side));
            expect(await world.violations(side)).toEqual([]);
          }
        }),
        { numRuns: 3 },
      );
    },
  );

  const ALWAYS = [new Date(0), new Date('2100-01-01')];

  /** Orders by status, as figures have them. */
  async function figuresOf(side: Side) {
    return countBy((await orderSums(world.db.kysely, world.ids[side], ALWAYS)).map((sum) => [sum.status, sum.count]));
  }
  async function countedOf(side: Side) {
    return countBy((await rowsOf(world, side, 'orders')).map(({ status }) => [String(status), 1]));
  }
  function countBy(counts: readonly (readonly [string, number])[]): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const [key, count] of counts) sums[key] = (sums[key] ?? 0) + count;
    return sums;
  }

  /** Queries of which each call takes one. */
  function queriesFor(path: string): string[] {
    const day = world.clock.now().toISOString().slice(0, 10);
    return [
      ...[`?${new URLSearchParams({ range: '[0,999]' })}`, '', `?from=${day}&to=${day}`, '?figure=available'],
    ].map((query) => `/prod-api${path.replace(':currency', 'CNY')}${query}`);
  }

  /** Addresses of all that a session may read without naming a record, apart from files, changes and declarations. */
  async function addressesFor(token: string): Promise<string[]> {
    const found: string[] = [];
    for (const call of AUTHORISED.keys()) {
      const [method, path = ''] = call.split(' ');
      if (method !== 'GET' || /:(?!currency)|\/(export|entries)$|^\/(events|resource-problems)/.test(path)) continue;
      for (const url of queriesFor(path)) {
        if ((await world.call({ url, token })).statusCode !== 200) continue;
        found.push(url);
        break;
      }
    }
    return found;
  }

  /** @returns the paths that answer otherwise after `act` */
  async function changedBy(act: () => Promise<void>, token: string, addresses: readonly string[]): Promise<string[]> {
    const read = () =>
      Promise.all(
        addresses.map(async (url) => {
          const { headers, body } = await world.call({ url, token });
          return `${headers['content-range']} ${body}`;
        }),
      );
    const before = await read();
    await act();
    const after = await read();
    return addresses.filter((_url, index) => before[index] !== after[index]).map((url) => url.replace(/\?.*/, ''));
  }

  /** All kinds of records, with all results that the sandbox knows. */
  async function actOn(side: Side): Promise<void> {
    for (const kind of STEP_KINDS) {
      for (const amount of [50_000, 50_013, 50_077]) await actions.take({ side, kind, amount });
    }
    await world.work();
  }

  it.each(SIDES)('%s: changes what is read on this side, and nothing on the other', async (side) => {
    const tokens = { own: world.tokens[side], other: world.tokens[otherThan(side)] };
    const addresses = { own: await addressesFor(tokens.own), other: await addressesFor(tokens.other) };
    expect(addresses.other.length).toBeGreaterThan(45);
    expect(await changedBy(() => actOn(side), tokens.other, addresses.other)).toEqual([]);
    expect((await changedBy(() => actOn(side), tokens.own, addresses.own)).length).toBeGreaterThan(15);
  });

  it('changes what the platform reads if it is live, and nothing if it is test data', async () => {
    const { login_token: operator } = await world.signIn('operator');
    // Even if channels of the test side belonged to the platform's, as those of the live side do.
    await sql`update channels test set platform_channel_id = live.platform_channel_id from channels live
      where test.merchant_id = ${world.ids.test} and live.merchant_id = ${world.ids.live} and live.code = test.code`.execute(
      world.db.kysely,
    );
    // Sessions are those of the merchant's users, on whichever side they are.
    const addresses = (await addressesFor(operator)).filter((url) => !url.includes('/merchant-sessions'));
    expect(addresses).toEqual(expect.arrayContaining([expect.stringContaining('/merchant-rates')]));
    expect(await changedBy(() => actOn('test'), operator, addresses)).toEqual([]);
    const changed = await changedBy(() => actOn('live'), operator, addresses);
    const lists = ['platform-orders', 'platform-payouts', 'platform-refunds', 'merchant-users'];
    expect(addresses.map((url) => url.replace(/\?.*/, ''))).toEqual(
      expect.arrayContaining(lists.map((list) => `/prod-api/${list}`)),
    );
    for (const path of ['platform-orders', 'platform-payouts', 'platform-refunds']) {
      expect(changed).toContain(`/prod-api/${path}`);
    }
    for (const path of ['deposit-reviews/summary', 'withdrawal-reviews/summary', 'home-info', 'notifications/unread']) {
      expect(changed).toContain(`/prod-api/${path}`);
    }
  });

  const changesSchema = z.object({ resources: z.array(z.string()), cursor: z.string() });

  it.each(SIDES)('%s: is announced to that side alone, and as test data not to the platform', async (side) => {
    const { login_token: operator } = await world.signIn('operator');
    const listeners = { ...world.tokens, operator };
    const since = async (token: string, query = '') =>
      changesSchema.parse(
        (await world.call({ url: `/prod-api/events/since${query}`, token })).json<{ data: unknown }>().data,
      );
    const cursors = new Map<string, string>();
    for (const [who, token] of Object.entries(listeners)) cursors.set(who, (await since(token)).cursor);
    await actOn(side);
    const told = async (who: keyof typeof listeners) =>
      (await since(listeners[who], `?cursor=${cursors.get(who)}`)).resources;
    expect(await told(side)).toEqual(expect.arrayContaining(['orders', 'payouts', 'refunds', 'ledgers', 'bankcards']));
    expect(await told(otherThan(side))).toEqual([]);
    const toOperator = await told('operator');
    for (const list of ['deposit_reviews', 'platform_orders', 'platform_payouts', 'platform_refunds']) {
      expect([list, toOperator.includes(list)]).toEqual([list, side === 'live']);
    }
  });

  it('is not to be had with the other side’s key: the same call is another order on each side', async () => {
    expect(await world.keyOf('live')).not.toBe(await world.keyOf('test'));
    const number = { merchant_order_no: 'SAME-ON-BOTH', amount: '12345' };
    for (const side of SIDES) {
      const channel = (await rowsOf(world, side, 'channels')).find(({ type }) => type === 'collection');
      const answer = await world.gateway(side, 'collect', { ...number, channel: String(channel?.['code']) });
      expect(answer.status).toBe(201);
    }
    const made = await Promise.all(SIDES.map((side) => rowsOf(world, side, 'orders')));
    const ids = made.map((rows) =>
      rows.filter((row) => row['merchant_order_no'] === 'SAME-ON-BOTH').map(({ id }) => id),
    );
    expect(ids.map(({ length }) => length)).toEqual([1, 1]);
    expect(ids[0]).not.toEqual(ids[1]);
    // The same key of idempotency does its work once on each side.
    const card = { name: 'Twice', card_number: '6222021234569999', bank_name: 'Bank', branch_name: null };
    for (const side of SIDES) {
      const request = { method: 'POST', url: '/prod-api/bankcards', token: world.tokens[side], payload: card } as const;
      const headers = { 'idempotency-key': 'the-same-on-both-sides' };
      expect((await world.call({ ...request, headers })).statusCode).toBe(201);
      expect((await rowsOf(world, side, 'bankcards')).filter((row) => row['name'] === 'Twice')).toHaveLength(1);
    }
  });
});

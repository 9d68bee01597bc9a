import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { orderSums } from '#server/figures/orderSums.ts';
import { AUTHORISED } from '../../access/authorisation/authorisedCalls.ts';
import { Actions, otherThan, rowsOf, SIDES, STEP_KINDS, testModeWorld } from './testModeWorld.ts';
import type { Side, Step, TestModeWorld } from './testModeWorld.ts';

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

const summarySchema = z.object({ count: z.int() });

describe('data of one side of a merchant', () => {
  let world: TestModeWorld;
  let actions: Actions;
  let operatorToken: string;
  beforeAll(async () => {
    world = await testModeWorld();
    actions = new Actions(world);
    ({ login_token: operatorToken } = await world.signIn('operator'));
  });
  afterAll(() => world.close());

  async function exported(side: Side, resource: string): Promise<string> {
    const url = `/prod-api/${resource}/export?format=csv`;
    return (await world.call({ url, token: world.tokens[side] })).body;
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

  /** Orders by status, from the figures. */
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

  /** Queries to try; each call accepts one of them. */
  function queriesFor(path: string): string[] {
    const day = world.clock.now().toISOString().slice(0, 10);
    return [`?${new URLSearchParams({ range: '[0,999]' })}`, '', `?from=${day}&to=${day}`, '?figure=available'].map(
      (query) => `/prod-api${path.replace(':currency', 'CNY')}${query}`,
    );
  }

  const knownAddresses = new Map<string, string[]>();

  /**
   * Addresses of everything that a session may read without naming a record, apart from files, events and declarations.
   * Cached per session.
   */
  async function addressesFor(token: string): Promise<string[]> {
    const known = knownAddresses.get(token);
    if (known) return known;
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
    knownAddresses.set(token, found);
    return found;
  }

  /** Creates all kinds of records, with all results of the sandbox. */
  async function actOn(side: Side): Promise<void> {
    for (const kind of STEP_KINDS) {
      for (const amount of [50_000, 50_013, 50_077]) await actions.take({ side, kind, amount });
    }
    await world.work();
  }

  /** Waits until the API log has the calls so far, which are written together, up to a second later. */
  async function untilLogged(side: Side): Promise<void> {
    const merchant_order_no = `LAST-${randomUUID()}`;
    await world.gateway(side, 'query', { type: 'collect', merchant_order_no });
    const filter = encodeURIComponent(JSON.stringify({ q: merchant_order_no }));
    const count = async () =>
      summarySchema.parse((await world.get(side, `/api-calls/summary?filter=${filter}`)).data).count;
    await vi.waitFor(async () => expect(await count()).toBe(1), { timeout: 30_000 });
  }

  const changesSchema = z.object({ resources: z.array(z.string()), cursor: z.string() });

  async function changesSince(token: string, query = '') {
    const answer = await world.call({ url: `/prod-api/events/since${query}`, token });
    return changesSchema.parse(answer.json<{ data: unknown }>().data);
  }

  describe.each(SIDES)('all kinds of records on the %s side', (side) => {
    /** What a reader notices of the changes on one side. */
    interface Noticed {
      addresses: string[];
      /** Paths whose responses have changed. */
      changed: string[];
      /** Resources whose changes were announced. */
      told: string[];
    }
    let noticed: Record<'own' | 'other' | 'operator', Noticed>;

    beforeAll(async () => {
      // Links the test side's channels to the platform's, as those of the live side are, to show that even this leaks
      // nothing.
      await sql`update channels test set platform_channel_id = live.platform_channel_id from channels live
        where test.merchant_id = ${world.ids.test} and live.merchant_id = ${world.ids.live}
          and live.code = test.code`.execute(world.db.kysely);
      for (const one of SIDES) await untilLogged(one);
      const [own, other] = [await readerOf(world.tokens[side]), await readerOf(world.tokens[otherThan(side)])];
      // The list of sessions includes those on both sides.
      const platform = await readerOf(operatorToken, /\/merchant-sessions/);
      await actOn(side);
      await untilLogged(side);
      noticed = { own: await own(), other: await other(), operator: await platform() };
    }, 180_000);

    /** @returns a function that returns what has changed for the reader since this call */
    async function readerOf(token: string, except = /^$/): Promise<() => Promise<Noticed>> {
      const addresses = (await addressesFor(token)).filter((url) => !except.test(url));
      const read = () =>
        Promise.all(
          addresses.map(async (url) => {
            const { headers, body } = await world.call({ url, token });
            return `${headers['content-range']} ${body}`;
          }),
        );
      const before = await read();
      const { cursor } = await changesSince(token);
      return async () => {
        const { resources: told } = await changesSince(token, `?cursor=${cursor}`);
        const after = await read();
        const changed = addresses.filter((_url, index) => before[index] !== after[index]);
        return { addresses, changed: changed.map((url) => url.replace(/\?.*/, '')), told };
      };
    }

    it('change what is read on this side, and nothing on the other', () => {
      expect(noticed.other.addresses.length).toBeGreaterThan(45);
      expect(noticed.other.changed).toEqual([]);
      expect(noticed.own.changed.length).toBeGreaterThan(15);
    });

    it('change what the platform reads if they are live, and nothing if they are test data', () => {
      const { addresses, changed } = noticed.operator;
      const lists = ['merchant-rates', 'platform-orders', 'platform-payouts', 'platform-refunds', 'merchant-users'];
      expect(addresses.map((url) => url.replace(/\?.*/, ''))).toEqual(
        expect.arrayContaining(lists.map((list) => `/prod-api/${list}`)),
      );
      if (side === 'test') return expect(changed).toEqual([]);
      for (const path of [
        'platform-orders',
        'platform-payouts',
        'platform-refunds',
        'home-info',
        'deposit-reviews/summary',
        'withdrawal-reviews/summary',
        'notifications/unread',
      ]) {
        expect(changed).toContain(`/prod-api/${path}`);
      }
    });

    it('are announced to this side only, and test data not to the platform', () => {
      const { own, other, operator } = noticed;
      expect(own.told).toEqual(expect.arrayContaining(['orders', 'payouts', 'refunds', 'ledgers', 'bankcards']));
      expect(other.told).toEqual([]);
      for (const list of ['deposit_reviews', 'platform_orders', 'platform_payouts', 'platform_refunds']) {
        expect([list, operator.told.includes(list)]).toEqual([list, side === 'live']);
      }
    });
  });

  it("can't be accessed with the other side’s key: the same call creates separate orders", async () => {
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
    // The same idempotency key takes effect once on each side.
    const card = { name: 'Twice', card_number: '6222021234569999', bank_name: 'Bank', branch_name: null };
    for (const side of SIDES) {
      const request = { method: 'POST', url: '/prod-api/bankcards', token: world.tokens[side], payload: card } as const;
      const headers = { 'idempotency-key': 'the-same-on-both-sides' };
      expect((await world.call({ ...request, headers })).statusCode).toBe(201);
      expect((await rowsOf(world, side, 'bankcards')).filter((row) => row['name'] === 'Twice')).toHaveLength(1);
    }
  });
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AUTHORISED } from '../../access/authorisation/authorisedCalls.ts';
import { otherThan, SIDES, STEP_KINDS } from './testModeWorld.ts';
import type { Side } from './testModeWorld.ts';
import { isolationWorld, summarySchema } from './isolationWorld.ts';

describe('data of one side of a merchant', () => {
  const isolation = isolationWorld();

  /** Queries to try; each call accepts one of them. */
  function queriesFor(path: string): string[] {
    const day = isolation.world.clock.now().toISOString().slice(0, 10);
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
        if ((await isolation.world.call({ url, token })).statusCode !== 200) continue;
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
      for (const amount of [50_000, 50_013, 50_077]) await isolation.actions.take({ side, kind, amount });
    }
    await isolation.world.work();
  }

  /** Waits until the API log has the calls so far, which are written together, up to a second later. */
  async function untilLogged(side: Side): Promise<void> {
    const merchant_order_no = `LAST-${randomUUID()}`;
    await isolation.world.gateway(side, 'query', { type: 'collect', merchant_order_no });
    const filter = encodeURIComponent(JSON.stringify({ q: merchant_order_no }));
    const count = async () =>
      summarySchema.parse((await isolation.world.get(side, `/api-calls/summary?filter=${filter}`)).data).count;
    await vi.waitFor(async () => expect(await count()).toBe(1), { timeout: 30_000 });
  }

  const changesSchema = z.object({ resources: z.array(z.string()), cursor: z.string() });

  async function changesSince(token: string, query = '') {
    const answer = await isolation.world.call({ url: `/prod-api/events/since${query}`, token });
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
        where test.merchant_id = ${isolation.world.ids.test} and live.merchant_id = ${isolation.world.ids.live}
          and live.code = test.code`.execute(isolation.world.db.kysely);
      for (const one of SIDES) await untilLogged(one);
      const [own, other] = [
        await readerOf(isolation.world.tokens[side]),
        await readerOf(isolation.world.tokens[otherThan(side)]),
      ];
      // The list of sessions includes those on both sides.
      const platform = await readerOf(isolation.operatorToken, /\/merchant-sessions/);
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
            const { headers, body } = await isolation.world.call({ url, token });
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
});

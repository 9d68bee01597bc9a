import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inTenant } from '#server/db/rows.ts';
import type { Received } from '#tests/support/merchantServer.ts';
import { MERCHANT, OTHER } from '../../modules/gateway/gatewayWorld.ts';
import type { OUTCOMES } from './webhookWorld.ts';
import { webhookWorld } from './webhookWorld.ts';

describe('events for webhook endpoints', () => {
  const hooks = webhookWorld();
  const { waiting, settle, endpoint, sendAll, actor, service } = hooks;

  async function order(status: keyof typeof OUTCOMES, notify_url = '', merchantNo = MERCHANT): Promise<string> {
    const no = await waiting(notify_url, merchantNo);
    await settle(no, status, merchantNo);
    return no;
  }

  const deliveries = () =>
    hooks.world.db.kysely
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_endpoints as e', inTenant('e.id', 'd.endpoint_id'))
      .select(['d.id', 'e.url', 'd.event', 'd.merchant_order_no', 'd.notify_status'])
      .orderBy('e.url')
      .orderBy('d.merchant_order_no')
      .execute();

  const at = (path: string) => hooks.shop.received.filter((posted) => posted.path === path);

  function isSigned({ headers, text }: Received, secret: string): boolean {
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    return String(headers['webhook-signature']).split(' ').includes(expected);
  }

  it('reach each endpoint that wants them, each signed with its own secret, and notify_url as before', async () => {
    const all = await endpoint('/all');
    const paid = await endpoint('/paid', ['order_paid', 'payout_paid']);
    await endpoint('/failed', ['order_failed']);
    await endpoint('/other', [], OTHER);
    const no = await order('success', `${hooks.shop.url}/own`);
    await sendAll();
    expect(hooks.shop.received.map(({ path }) => path).toSorted()).toEqual(['/all', '/own', '/paid']);
    const [ofAll] = at('/all');
    const [ofPaid] = at('/paid');
    expect([ofAll && isSigned(ofAll, all.secret), ofPaid && isSigned(ofPaid, paid.secret)]).toEqual([true, true]);
    expect(ofAll && isSigned(ofAll, paid.secret)).toBe(false);
    const { data } = await hooks.world.ask('query', { type: 'collect', merchant_order_no: no });
    expect(JSON.parse(ofAll?.text ?? '')).toEqual({
      type: 'order_paid',
      timestamp: hooks.world.clock.now().toISOString(),
      merchant_no: MERCHANT,
      test: false,
      data,
    });
    expect(await deliveries()).toMatchObject([
      { url: `${hooks.shop.url}/all`, event: 'order_paid', notify_status: 'delivered' },
      { url: `${hooks.shop.url}/paid`, event: 'order_paid', notify_status: 'delivered' },
    ]);
    expect(ofAll?.headers['webhook-id']).toBe((await deliveries())[0]?.id);
  });

  it('cost no statement more than the end of an order without any', async () => {
    const counted = async (no: string) => {
      let statements = 0;
      await settle(no, 'success', MERCHANT, {
        transformQuery: ({ node }) => {
          statements += 1;
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      return statements;
    };
    const without = await counted(await waiting());
    for (const path of ['/1', '/2', '/3']) await endpoint(path);
    expect(await counted(await waiting(`${hooks.shop.url}/own`))).toBe(without);
    expect(await hooks.world.db.kysely.selectFrom('notify_jobs').select('record_id').execute()).toHaveLength(4);
  });

  it('are retried like results, each endpoint by itself', async () => {
    const { secret } = await endpoint('/down');
    await endpoint('/up');
    hooks.shop.answer((response, { path }) => response.writeHead(path === '/down' ? 500 : 200).end());
    await order('success');
    for (const seconds of [0, 15, 60]) {
      hooks.world.clock.advance(seconds);
      await sendAll();
    }
    expect([at('/down').length, at('/up').length]).toEqual([3, 1]);
    expect(new Set(at('/down').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(at('/down').every((posted) => isSigned(posted, secret))).toBe(true);
    hooks.shop.answer((response) => response.end());
    hooks.world.clock.advance(300);
    await sendAll();
    expect((await deliveries()).map(({ notify_status }) => notify_status)).toEqual(['delivered', 'delivered']);
  });

  it('are not posted to an endpoint that has failed four times in succession, except one a minute', async () => {
    await endpoint('/down');
    hooks.shop.answer((response) => response.writeHead(503).end());
    for (let made = 0; made < 12; made += 1) await order('success');
    await sendAll();
    expect(at('/down').length).toBeLessThanOrEqual(7); // Up to four at the same moment.
    const before = at('/down').length;
    const results = hooks.world.db.kysely.selectFrom('notify_attempts').where('resource', '=', 'webhook_deliveries');
    const rested = await results.where('result', '=', 'endpoint_resting').select('number').execute();
    expect(rested).toHaveLength(12 - before);
    hooks.world.clock.advance(61);
    await sendAll();
    expect(at('/down')).toHaveLength(before + 1);
    hooks.shop.answer((response) => response.end());
    for (let minutes = 0; minutes < 8; minutes += 1) {
      hooks.world.clock.advance(61);
      await sendAll();
    }
    expect(new Set((await deliveries()).map(({ notify_status }) => notify_status))).toEqual(new Set(['delivered']));
  });

  it('that wait for an endpoint are given up when it is disabled or deleted', async () => {
    const { id } = await endpoint('/off');
    const { id: gone } = await endpoint('/gone');
    await order('success');
    const by = await actor(MERCHANT);
    await hooks.world.db.transaction((tx) => service().disable(tx, by, id));
    await hooks.world.db.transaction((tx) => service().remove(tx, by, { id: gone, revision: null }));
    await sendAll();
    await order('success');
    await sendAll();
    expect(hooks.shop.received).toEqual([]);
    expect((await deliveries()).map(({ notify_status }) => notify_status)).toEqual(['failed', 'failed']);
  });

  it('are signed with both secrets until the grace period ends', async () => {
    const { id, secret: old } = await endpoint('/both');
    const by = await actor(MERCHANT);
    const { secret } = await hooks.world.db.transaction((tx) => service().rotate(tx, by, id, { grace_hours: 2 }));
    const valid = async () => {
      await order('success');
      await sendAll();
      const posted = hooks.shop.received.at(-1);
      return [old, secret].map((one) => posted !== undefined && isSigned(posted, one));
    };
    expect(await valid()).toEqual([true, true]);
    hooks.world.clock.advance(7_200);
    expect(await valid()).toEqual([false, true]);
  });
});

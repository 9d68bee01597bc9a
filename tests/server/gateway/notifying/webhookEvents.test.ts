import { createHmac } from 'node:crypto';
import { type KyselyPlugin, sql } from 'kysely';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/contract/webhooks.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { inTenant } from '#server/db/rows.ts';
import { NOTIFIER_TIMES, notifying } from '#server/gateway/notifying/notifying.ts';
import { createOrders, type OrderOutcome } from '#server/modules/orders/service.ts';
import { createWebhookEndpoints } from '#server/modules/webhookEndpoints/service.ts';
import { startMerchantServer, type MerchantServer, type Received } from '#tests/support/merchantServer.ts';
import { gatewayWorld, MERCHANT, OTHER, type GatewayWorld } from '../../modules/gateway/gatewayWorld.ts';

const RULES = { privateNotifyUrls: true, notifyUrlPorts: [80, 443] };
const PRIVATE = { gateway: { orderMinutes: 30, callsPerMinute: 100_000, ...RULES } };
const OUTCOMES = {
  success: { status: 'success', channelOrderNo: 'C-1' },
  failed: { status: 'failed', errorCode: 'x', errorMessage: 'x' },
  closed: { status: 'closed' },
} as const satisfies Record<OrderOutcome['status'], OrderOutcome>;
const EVENT_OF = { success: 'order_paid', failed: 'order_failed', closed: 'order_closed' } as const;

const bodySchema = z.object({ type: z.string(), data: z.object({ merchant_order_no: z.string() }) });

describe('events for webhook endpoints', () => {
  let world: GatewayWorld;
  let shop: MerchantServer;
  let numbers = 0;
  beforeAll(async () => {
    // Several servers send at once.
    world = await gatewayWorld('postgres', PRIVATE);
    shop = await startMerchantServer();
    await world.db.kysely.deleteFrom('order_jobs').execute();
  });
  afterAll(async () => {
    await shop.close();
    await world.close();
  });
  beforeEach(async () => {
    for (const table of ['notify_jobs', 'webhook_deliveries', 'webhook_endpoints'] as const) {
      await world.db.kysely.deleteFrom(table).execute();
    }
    shop.answer((response) => response.writeHead(204).end());
    shop.received.length = 0;
  });

  const notifier = () =>
    notifying({ ...world, log: silentLog, privateNotifyUrls: true, chance: () => 0 }, NOTIFIER_TIMES);
  const actor = async (merchantNo: string) => ({
    merchantId: await world.merchantId(merchantNo),
    userId: uuidv7(),
    ip: '192.0.2.1',
    userAgent: null,
  });
  const service = () => createWebhookEndpoints({ ...world, rules: RULES });
  async function endpoint(path: string, events: readonly WebhookEvent[] = [], merchantNo = MERCHANT) {
    const by = await actor(merchantNo);
    return world.db.transaction((tx) => service().add(tx, by, { url: `${shop.url}${path}`, events }));
  }
  async function order(status: keyof typeof OUTCOMES, notify_url = '', merchantNo = MERCHANT): Promise<string> {
    const no = await waiting(notify_url, merchantNo);
    await settle(no, status, merchantNo);
    return no;
  }
  async function waiting(notify_url = '', merchantNo = MERCHANT): Promise<string> {
    const merchant_order_no = `WH-${(numbers += 1)}`;
    const channel = merchantNo === MERCHANT ? 'cn_qr_yun' : 'jp_qr';
    const asked = { channel, amount: '12300', merchant_order_no, notify_url };
    expect(await world.ask('collect', asked, merchantNo)).toMatchObject({ status: 201 });
    return merchant_order_no;
  }
  async function settle(no: string, status: keyof typeof OUTCOMES, merchantNo = MERCHANT, ...plugins: KyselyPlugin[]) {
    const merchantId = await world.merchantId(merchantNo);
    const { id } = await row(no);
    const watched = (tx: Parameters<Parameters<typeof world.db.transaction>[0]>[0]) =>
      plugins.reduce((watching, plugin) => watching.withPlugin(plugin), tx);
    await world.db.transaction((tx) => createOrders(world).settle(watched(tx), merchantId, id, OUTCOMES[status]));
  }
  const row = (no: string) =>
    world.db.kysely.selectFrom('orders').where('merchant_order_no', '=', no).selectAll().executeTakeFirstOrThrow();
  const deliveries = () =>
    world.db.kysely
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_endpoints as e', inTenant('e.id', 'd.endpoint_id'))
      .select(['d.id', 'e.url', 'd.event', 'd.merchant_order_no', 'd.notify_status'])
      .orderBy('e.url')
      .orderBy('d.merchant_order_no')
      .execute();
  const at = (path: string) => shop.received.filter((posted) => posted.path === path);
  async function sendAll(servers = 1): Promise<void> {
    await Promise.all(
      Array.from({ length: servers }, async () => {
        const server = notifier();
        for (let idle = 0; idle < 2; idle += 1) if ((await server.step()) > 0) idle = 0;
      }),
    );
  }
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
    const no = await order('success', `${shop.url}/own`);
    await sendAll();
    expect(shop.received.map(({ path }) => path).toSorted()).toEqual(['/all', '/own', '/paid']);
    const [ofAll] = at('/all');
    const [ofPaid] = at('/paid');
    expect([ofAll && isSigned(ofAll, all.secret), ofPaid && isSigned(ofPaid, paid.secret)]).toEqual([true, true]);
    expect(ofAll && isSigned(ofAll, paid.secret)).toBe(false);
    const { data } = await world.ask('query', { type: 'collect', merchant_order_no: no });
    expect(JSON.parse(ofAll?.text ?? '')).toEqual({
      type: 'order_paid',
      timestamp: world.clock.now().toISOString(),
      merchant_no: MERCHANT,
      test: false,
      data,
    });
    expect(await deliveries()).toMatchObject([
      { url: `${shop.url}/all`, event: 'order_paid', notify_status: 'delivered' },
      { url: `${shop.url}/paid`, event: 'order_paid', notify_status: 'delivered' },
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
    expect(await counted(await waiting(`${shop.url}/own`))).toBe(without);
    expect(await world.db.kysely.selectFrom('notify_jobs').select('record_id').execute()).toHaveLength(4);
  });

  it('are retried like results, each endpoint by itself', async () => {
    const { secret } = await endpoint('/down');
    await endpoint('/up');
    shop.answer((response, { path }) => response.writeHead(path === '/down' ? 500 : 200).end());
    await order('success');
    for (const seconds of [0, 15, 60]) {
      world.clock.advance(seconds);
      await sendAll();
    }
    expect([at('/down').length, at('/up').length]).toEqual([3, 1]);
    expect(new Set(at('/down').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(at('/down').every((posted) => isSigned(posted, secret))).toBe(true);
    shop.answer((response) => response.end());
    world.clock.advance(300);
    await sendAll();
    expect((await deliveries()).map(({ notify_status }) => notify_status)).toEqual(['delivered', 'delivered']);
  });

  it('are not posted to an endpoint that has failed four times in succession, except one a minute', async () => {
    await endpoint('/down');
    shop.answer((response) => response.writeHead(503).end());
    for (let made = 0; made < 12; made += 1) await order('success');
    await sendAll();
    expect(at('/down').length).toBeLessThanOrEqual(7); // Up to four at the same moment.
    const before = at('/down').length;
    const results = world.db.kysely.selectFrom('notify_attempts').where('resource', '=', 'webhook_deliveries');
    const rested = await results.where('result', '=', 'endpoint_resting').select('number').execute();
    expect(rested).toHaveLength(12 - before);
    world.clock.advance(61);
    await sendAll();
    expect(at('/down')).toHaveLength(before + 1);
    shop.answer((response) => response.end());
    for (let minutes = 0; minutes < 8; minutes += 1) {
      world.clock.advance(61);
      await sendAll();
    }
    expect(new Set((await deliveries()).map(({ notify_status }) => notify_status))).toEqual(new Set(['delivered']));
  });

  it('that wait for an endpoint are given up when it is disabled or deleted', async () => {
    const { id } = await endpoint('/off');
    const { id: gone } = await endpoint('/gone');
    await order('success');
    const by = await actor(MERCHANT);
    await world.db.transaction((tx) => service().disable(tx, by, id));
    await world.db.transaction((tx) => service().remove(tx, by, { id: gone, revision: null }));
    await sendAll();
    await order('success');
    await sendAll();
    expect(shop.received).toEqual([]);
    expect((await deliveries()).map(({ notify_status }) => notify_status)).toEqual(['failed', 'failed']);
  });

  it('are signed with both secrets until the grace period ends', async () => {
    const { id, secret: old } = await endpoint('/both');
    const by = await actor(MERCHANT);
    const { secret } = await world.db.transaction((tx) => service().rotate(tx, by, id, { grace_hours: 2 }));
    const valid = async () => {
      await order('success');
      await sendAll();
      const posted = shop.received.at(-1);
      return [old, secret].map((one) => posted !== undefined && isSigned(posted, one));
    };
    expect(await valid()).toEqual([true, true]);
    world.clock.advance(7_200);
    expect(await valid()).toEqual([false, true]);
  });

  it('are told once per record, event and endpoint, whatever ends at the same moment and however many servers send', async () => {
    const filters = fc.array(fc.subarray([...WEBHOOK_EVENTS]), { maxLength: 5 });
    const ends = fc.array(fc.constantFrom('success', 'failed', 'closed'), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(filters, ends, async (wanted, outcomes) => {
        for (const table of ['webhook_deliveries', 'webhook_endpoints'] as const) {
          await world.db.kysely.deleteFrom(table).execute();
        }
        shop.received.length = 0;
        for (const [index, events] of wanted.entries()) await endpoint(`/${index}`, events);
        const made = await Promise.all(outcomes.map(async (status) => ({ status, no: await waiting() })));
        // Three servers learn the result of each order; one ends it.
        await Promise.allSettled(made.flatMap(({ no, status }) => [1, 2, 3].map(() => settle(no, status))));
        await sendAll(4);
        const expected = wanted.flatMap((events, index) =>
          made
            .filter(({ status }) => events.length === 0 || events.includes(EVENT_OF[status]))
            .map(({ no, status }) => `/${index} ${EVENT_OF[status]} ${no}`),
        );
        const posted = shop.received.map(({ path, text }) => {
          const { type, data } = bodySchema.parse(JSON.parse(text));
          return `${path} ${type} ${data.merchant_order_no}`;
        });
        expect(posted.toSorted()).toEqual(expected.toSorted());
        expect(new Set(shop.received.map(({ headers }) => headers['webhook-id'])).size).toBe(posted.length);
        const { rows } = await sql`select record_id from notify_jobs`.execute(world.db.kysely);
        expect(rows).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});

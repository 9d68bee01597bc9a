import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NotifyAttempts } from '#shared/contract/notifyAttempts.ts';
import { timelineSchema } from '@merchant-console/protocol';
import { silentLog } from '#server/db/dbLog.ts';
import { NOTIFIER_TIMES, notifying } from '#server/gateway/notifying/notifying.ts';
import { acknowledge, startMerchantServer, type MerchantServer } from '#tests/support/merchantServer.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, type GatewayWorld } from '../gateway/gatewayWorld.ts';

const PRIVATE = { gateway: { orderMinutes: 30, callsPerMinute: 100_000, privateNotifyUrls: true } };

describe('the attempts of a webhook notification', () => {
  let world: GatewayWorld;
  let shop: MerchantServer;
  const tokens = new Map<string, string>();
  let numbers = 0;
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE, PRIVATE);
    shop = await startMerchantServer();
    for (const name of ['demo', 'viewer', 'tokyo', 'sub']) tokens.set(name, (await world.signIn(name)).login_token);
    await world.db.kysely.deleteFrom('order_jobs').execute();
  });
  afterAll(async () => {
    await shop.close();
    await world.close();
  });
  beforeEach(() => shop.answer(acknowledge));

  const notifier = () =>
    notifying({ ...world, log: silentLog, privateNotifyUrls: true, chance: () => 0 }, NOTIFIER_TIMES);
  async function ended(notify_url = shop.url): Promise<string> {
    const merchant_order_no = `E-${(numbers += 1)}`;
    await world.ask('collect', { channel: 'cn_qr_yun', amount: '10013', merchant_order_no, notify_url });
    while ((await world.collecting.step()) > 0);
    const found = world.db.kysely.selectFrom('orders').where('merchant_order_no', '=', merchant_order_no).select('id');
    return (await found.executeTakeFirstOrThrow()).id;
  }
  const call = (method: 'GET' | 'POST', url: string, name = 'demo') =>
    world.call({
      method,
      url: `/prod-api${url}`,
      token: tokens.get(name) ?? '',
      ...(method === 'POST' && { payload: {}, headers: { 'idempotency-key': randomUUID() } }),
    });
  const listed = async (id: string) =>
    (await call('GET', `/orders/${id}/notifications`)).json<{ data: NotifyAttempts }>().data;
  const again = async (id: string, name?: string) => (await call('POST', `/orders/${id}/notify`, name)).statusCode;
  const statusOf = async (id: string) =>
    (await world.db.kysely.selectFrom('orders').where('id', '=', id).select('notify_status').executeTakeFirst())
      ?.notify_status;

  it('are listed with request, response and the next attempt', async () => {
    shop.answer((response) => response.writeHead(503, { 'x-shop': 'closed' }).end('later'));
    const id = await ended();
    expect(await listed(id)).toEqual({ next_at: null, is_sending: true, attempts: [], total: 0, endpoints: [] });
    await notifier().step();
    const next = new Date(world.clock.now().getTime() + 15_000).toISOString();
    const found = await listed(id);
    expect(found).toMatchObject({ next_at: next, is_sending: false, total: 1 });
    const [attempt] = found.attempts;
    expect(attempt).toMatchObject({ number: 1, result: 'refused_status', sent_by: null, url: shop.url });
    expect(attempt?.response).toMatchObject({ status: 503, body: 'later', is_cut: false });
    expect(attempt?.response?.headers).toContainEqual(['x-shop', 'closed']);
    expect(JSON.parse(attempt?.request_body ?? '')).toMatchObject({ status: 'failed', merchant_no: 'M100001' });
  });

  it('can be made early on request, without using up an automatic one', async () => {
    shop.answer((response) => response.writeHead(503).end());
    const id = await ended();
    await notifier().step();
    expect(await again(id)).toBe(200);
    expect(await listed(id)).toMatchObject({ is_sending: true });
    expect(await again(id)).toBe(409);
    await notifier().step();
    expect((await listed(id)).attempts).toMatchObject([{ number: 2, sent_by: '林晓' }, { number: 1 }]);
    const [job] = await world.db.kysely.selectFrom('notify_jobs').where('record_id', '=', id).selectAll().execute();
    expect(job).toMatchObject({ polls: 1, asked_by: null });
    shop.answer(acknowledge);
    world.clock.advance(15);
    await notifier().step();
    expect(await statusOf(id)).toBe('delivered');
  });

  it('can be made once more at the end, and a delivered notification stays delivered', async () => {
    const id = await ended();
    await notifier().step();
    shop.answer((response) => response.writeHead(500).end());
    expect(await again(id)).toBe(200);
    await notifier().step();
    expect(await statusOf(id)).toBe('delivered');
    expect(await listed(id)).toMatchObject({ next_at: null, is_sending: false, total: 2 });
    const logged = world.db.kysely.selectFrom('audit_logs').where('action', '=', 'orders.notify').selectAll();
    expect(await logged.where('record_id', '=', id).execute()).toMatchObject([{ after: { notify_url: shop.url } }]);
  });

  it('that a user asks for are in the history of the order, with what came of them', async () => {
    const id = await ended();
    await notifier().step();
    shop.answer((response) => response.writeHead(500).end());
    await again(id);
    await notifier().step();
    shop.answer(acknowledge);
    await again(id);
    await notifier().step();
    const entries = timelineSchema.parse((await call('GET', `/orders/${id}/timeline`)).json<{ data: unknown }>().data);
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['orders.notify_delivered', null],
      ['orders.notify', '林晓'],
      ['orders.notify_failed', null],
      ['orders.notify', '林晓'],
    ]);
  });

  it('are limited to five requests per hour', async () => {
    const id = await ended();
    await notifier().step();
    for (let sent = 0; sent < 5; sent += 1) {
      expect(await again(id)).toBe(200);
      await notifier().step();
    }
    expect(await again(id)).toBe(429);
    expect(await listed(id)).toMatchObject({ is_sending: false, total: 6 });
  });

  it('belong to their merchant, and need their own permission', async () => {
    const id = await ended();
    await notifier().step();
    for (const name of ['tokyo', 'sub']) {
      expect((await call('GET', `/orders/${id}/notifications`, name)).statusCode).toBe(404);
      expect(await again(id, name)).toBe(404);
    }
    expect((await call('GET', `/orders/${id}/notifications`, 'viewer')).statusCode).toBe(200);
    expect(await again(id, 'viewer')).toBe(403);
    expect(await again(await ended(''))).toBe(409);
  });
});

import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NotifyAttempts } from '#shared/contract/notifyAttempts.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { NOTIFIER_TIMES, notifying } from '#server/gateway/notifying/notifying.ts';
import { startMerchantServer, type MerchantServer, type Received } from '#tests/support/merchantServer.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, type GatewayWorld } from '../gateway/gatewayWorld.ts';

const PRIVATE = { gateway: { orderMinutes: 30, callsPerMinute: 100_000, privateNotifyUrls: true } };

describe('a delivery that a user sends again', () => {
  let world: GatewayWorld;
  let shop: MerchantServer;
  const tokens = new Map<string, string>();
  let numbers = 0;
  let secret = '';
  let endpoint = '';
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE, PRIVATE);
    shop = await startMerchantServer();
    for (const name of ['demo', 'viewer', 'tokyo']) tokens.set(name, (await world.signIn(name)).login_token);
    for (const table of ['order_jobs', 'notify_jobs', 'webhook_deliveries', 'webhook_endpoints'] as const) {
      await world.db.kysely.deleteFrom(table).execute();
    }
    const added = await call('POST', '/webhook-endpoints/add', { url: `${shop.url}/erp`, events: ['order_failed'] });
    ({ id: endpoint, secret } = added.json<{ data: { id: string; secret: string } }>().data);
  });
  afterAll(async () => {
    await shop.close();
    await world.close();
  });
  beforeEach(async () => {
    await world.db.kysely.deleteFrom('notify_jobs').execute();
    await world.db.kysely.updateTable('webhook_endpoints').set({ failures: 0 }).execute();
    shop.answer((response) => response.writeHead(500).end());
    shop.received.length = 0;
  });

  const call = (method: 'GET' | 'POST', url: string, payload: object = {}, name = 'demo', key: string = randomUUID()) =>
    world.call({
      method,
      url: `/prod-api${url}`,
      token: tokens.get(name) ?? '',
      ...(method === 'POST' && { payload, headers: { 'idempotency-key': key } }),
    });
  const sendAll = () =>
    notifying({ ...world, log: silentLog, privateNotifyUrls: true, chance: () => 0 }, NOTIFIER_TIMES).step();
  /** An order that has failed, and whose two notifications were sent once, in vain. */
  async function notified(): Promise<{ id: string; delivery: string }> {
    const merchant_order_no = `R-${(numbers += 1)}`;
    const asked = { channel: 'cn_qr_yun', amount: '10013', merchant_order_no, notify_url: `${shop.url}/own` };
    await world.ask('collect', asked);
    while ((await world.collecting.step()) > 0);
    await sendAll();
    const found = world.db.kysely.selectFrom('orders').where('merchant_order_no', '=', merchant_order_no).select('id');
    const { id } = await found.executeTakeFirstOrThrow();
    return { id, delivery: (await listed(id)).endpoints[0]?.id ?? '' };
  }
  const listed = async (id: string) =>
    (await call('GET', `/orders/${id}/notifications`)).json<{ data: NotifyAttempts }>().data;
  const resend = (id: string, delivery: string, name?: string, key?: string) =>
    call('POST', `/orders/${id}/notifications/${delivery}/resend`, {}, name, key);
  const at = (path: string) => shop.received.filter((posted) => posted.path === path);
  const isSigned = ({ headers, text }: Received) => {
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
    const expected = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64')).update(signed);
    return headers['webhook-signature'] === `v1,${expected.digest('base64')}`;
  };
  /** What the merchant's server would be told about it from now on. */
  const changeOf = (id: string) =>
    world.db.kysely.updateTable('orders').set({ error_msg: 'changed since' }).where('id', '=', id).execute();

  it('has the contents of the first time, and is the only one that is sent', async () => {
    const { id, delivery } = await notified();
    await changeOf(id);
    world.clock.advance(7);
    expect((await resend(id, delivery)).statusCode).toBe(200);
    await sendAll();
    expect(at('/own')).toHaveLength(1);
    const [first, again] = at('/erp');
    expect(again?.text).toBe(first?.text);
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(again?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    expect(again && isSigned(again)).toBe(true);

    expect((await resend(id, id)).statusCode).toBe(200);
    await sendAll();
    const [result, resent] = at('/own').map(({ body: { sign, nonce, timestamp, ...contents } }) => ({
      contents,
      stamp: [sign, nonce, timestamp],
    }));
    expect(resent?.contents).toEqual(result?.contents);
    resent?.stamp.forEach((value, index) => expect(value).not.toBe(result?.stamp[index]));
    expect(at('/erp')).toHaveLength(2);

    const { attempts, endpoints } = await listed(id);
    const result500 = { result: 'refused_status', response: { status: 500 } };
    const twice = [
      { number: 2, sent_by: '林晓', ...result500 },
      { number: 1, sent_by: null, ...result500 },
    ];
    expect({ attempts, endpoints }).toMatchObject({
      attempts: twice,
      endpoints: [{ endpoint_id: endpoint, is_enabled: true, attempts: twice }],
    });
    const log = world.db.kysely.selectFrom('audit_logs').where('record_id', '=', id).orderBy('seq');
    expect(await log.where('action', '=', 'orders.notify').select('after').execute()).toMatchObject([
      { after: { notify_url: `${shop.url}/erp` } },
      { after: { notify_url: `${shop.url}/own` } },
    ]);
  });

  it('has the contents of the first time when it is retried, too', async () => {
    const { id } = await notified();
    await changeOf(id);
    world.clock.advance(15);
    await sendAll();
    const texts = at('/erp').map(({ text }) => text);
    expect([texts.length, new Set(texts).size]).toEqual([2, 1]);
  });

  it('is sent once per idempotency key, at most five times an hour, whatever was sent elsewhere', async () => {
    const { id, delivery } = await notified();
    const key = randomUUID();
    for (let repeated = 0; repeated < 3; repeated += 1) {
      expect((await resend(id, delivery, 'demo', key)).statusCode).toBe(200);
      await sendAll();
    }
    expect(at('/erp')).toHaveLength(2);
    for (let more = 0; more < 4; more += 1) {
      expect((await resend(id, delivery)).statusCode).toBe(200);
      await sendAll();
    }
    expect((await resend(id, delivery)).statusCode).toBe(429);
    expect((await resend(id, id)).statusCode).toBe(200);
  });

  it('waits for the attempt that is on its way', async () => {
    const { id, delivery } = await notified();
    expect((await resend(id, delivery)).statusCode).toBe(200);
    expect((await resend(id, delivery)).json()).toMatchObject({ data: { error: 'notify_under_way' } });
  });

  it('needs its permission, and its record', async () => {
    const { id, delivery } = await notified();
    const other = await notified();
    expect((await resend(id, delivery, 'viewer')).statusCode).toBe(403);
    expect((await resend(id, delivery, 'tokyo')).statusCode).toBe(404);
    expect((await resend(other.id, delivery)).statusCode).toBe(404);
    expect((await resend(id, other.id)).statusCode).toBe(404);
    expect((await resend(id, 'none')).statusCode).toBe(404);
    const asPayout = await call('POST', `/payouts/${id}/notifications/${delivery}/resend`);
    expect(asPayout.statusCode).toBe(404);
  });

  it('is refused while its endpoint is disabled', async () => {
    const { id, delivery } = await notified();
    await call('POST', `/webhook-endpoints/${endpoint}/disable`);
    expect((await resend(id, delivery)).json()).toMatchObject({ data: { error: 'endpoint_off' } });
    expect((await listed(id)).endpoints).toMatchObject([{ is_enabled: false, total: 1 }]);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '#server/db/dbLog.ts';
import { NOTIFIER_TIMES, notifying } from '#server/gateway/notifying/notifying.ts';
import { acknowledge, startMerchantServer, type MerchantServer } from '#tests/support/merchantServer.ts';
import { gatewayWorld, MERCHANT, type GatewayWorld } from '../gateway/gatewayWorld.ts';

const PRIVATE = { gateway: { orderMinutes: 30, callsPerMinute: 100_000, privateNotifyUrls: true } };

interface Row {
  id: string;
  order_no: string;
  order_type: string;
  status: string;
  attempts: number | null;
  last_result: string | null;
  last_http_status: number | null;
  next_at: string | null;
}

describe('the list of webhook notifications, and sending several again', () => {
  let world: GatewayWorld;
  let shop: MerchantServer;
  let posts = 0;
  let numbers = 0;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    world = await gatewayWorld('postgres', PRIVATE);
    shop = await startMerchantServer();
    for (const name of ['demo', 'viewer', 'tokyo']) tokens.set(name, (await world.signIn(name)).login_token);
    await world.db.kysely.deleteFrom('order_jobs').execute();
    await world.db.kysely.deleteFrom('notify_jobs').execute();
  });
  afterAll(async () => {
    await shop.close();
    await world.close();
  });
  beforeEach(() => {
    posts = 0;
    answerWith(503);
  });

  function answerWith(status: number): void {
    shop.answer((response) => {
      posts += 1;
      return status === 200 ? acknowledge(response) : response.writeHead(status).end();
    });
  }
  async function notifyAll(): Promise<void> {
    await notifying({ ...world, log: silentLog, privateNotifyUrls: true, chance: () => 0 }, NOTIFIER_TIMES).step();
  }
  /** An order that the sandbox has declined and whose result was not sent yet. */
  async function ended(): Promise<string> {
    const merchant_order_no = `W-${(numbers += 1)}`;
    await world.ask('collect', { channel: 'cn_qr_yun', amount: '10013', merchant_order_no, notify_url: shop.url });
    while ((await world.collecting.step()) > 0);
    const found = world.db.kysely.selectFrom('orders').where('merchant_order_no', '=', merchant_order_no).select('id');
    return (await found.executeTakeFirstOrThrow()).id;
  }
  async function undelivered(count: number): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) ids.push(await ended());
    await notifyAll();
    posts = 0;
    return ids;
  }
  async function list(filter: object, name = 'demo'): Promise<Row[]> {
    const search = new URLSearchParams({ filter: JSON.stringify(filter), range: '[0,999]' });
    const url = `/prod-api/webhook-notifications?${search}`;
    return (await world.call({ url, token: tokens.get(name) ?? '' })).json<{ data: Row[] }>().data;
  }
  const resend = (ids: readonly string[], { name = 'demo', key = randomUUID() } = {}) =>
    world.call({
      method: 'POST',
      url: '/prod-api/webhook-notifications/resend',
      token: tokens.get(name) ?? '',
      payload: { ids },
      headers: { 'idempotency-key': key },
    });

  it("has one row for each record with a result and an address, of all kinds, with the record's status", async () => {
    const merchantId = await world.merchantId(MERCHANT);
    const rows = await list({});
    for (const [table, order_type, number] of [
      ['orders', 'collection', 'order_no'],
      ['payouts', 'payout', 'order_no'],
      ['refunds', 'refund', 'refund_no'],
    ] as const) {
      const records = await world.db.kysely
        .selectFrom(table)
        .where('merchant_id', '=', merchantId)
        .where('notify_status', '<>', 'none')
        .select(['id', number, 'notify_status as status'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      expect(rows.filter((row) => row.order_type === order_type)).toMatchObject(
        records.map(({ id, status, ...record }) => ({ id, status, order_no: Object.values(record)[0] })),
      );
      expect(await list({ order_type: [order_type] })).toHaveLength(records.length);
    }
    expect(new Set(rows.map((row) => row.order_type))).toContain('payout');
  });

  it('shows the outcome of the last attempt and the time of the next', async () => {
    const [id = ''] = await undelivered(1);
    const next_at = new Date(world.clock.now().getTime() + 15_000).toISOString();
    const failed = { status: 'pending', attempts: 1, last_result: 'refused_status', last_http_status: 503, next_at };
    expect(await list({ id })).toMatchObject([failed]);
    answerWith(200);
    world.clock.advance(15);
    await notifyAll();
    const delivered = { status: 'delivered', attempts: 2, last_result: 'delivered', last_http_status: 200 };
    expect(await list({ id })).toMatchObject([{ ...delivered, next_at: null }]);
    expect(await list({ id, status: ['pending', 'failed'] })).toEqual([]);
  });

  it('sends each selected one again, and records each in the audit log', async () => {
    const ids = await undelivered(3);
    expect((await resend(ids)).json()).toMatchObject({ data: { done: 3 } });
    answerWith(200);
    await notifyAll();
    expect(posts).toBe(3);
    expect((await list({ id: ids })).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
    const logged = world.db.kysely.selectFrom('audit_logs').where('action', '=', 'orders.notify').select('record_id');
    expect((await logged.where('record_id', 'in', ids).execute()).map(({ record_id }) => record_id).toSorted()).toEqual(
      ids.toSorted(),
    );
  });

  it("names a refund in the audit log by its own number, not by its order's", async () => {
    const merchantId = await world.merchantId(MERCHANT);
    const { id, refund_no } = await world.db.kysely
      .updateTable('refunds')
      .set({ notify_url: shop.url, notify_status: 'failed' })
      .where('merchant_id', '=', merchantId)
      .where('status', '=', 'success')
      .returning(['id', 'refund_no'])
      .executeTakeFirstOrThrow();
    await resend([id]);
    await notifyAll();
    const url = `/prod-api/refunds/${id}/notify`;
    const headers = { 'idempotency-key': randomUUID() };
    await world.call({ method: 'POST', url, token: tokens.get('demo') ?? '', payload: {}, headers });
    const logged = world.db.kysely.selectFrom('audit_logs').where('action', '=', 'refunds.notify').select('after');
    const named = { refund_no, notify_url: shop.url };
    expect(await logged.where('record_id', '=', id).execute()).toEqual([{ after: named }, { after: named }]);
  });

  it('sends as many again as a call may name, once per key', async () => {
    const ids = await undelivered(2);
    const others = Array.from({ length: 998 }, () => randomUUID());
    const key = randomUUID();
    const asked = [...ids, ...others];
    for (let tries = 0; tries < 2; tries += 1) {
      expect((await resend(asked, { key })).json()).toMatchObject({ code: 0, data: { done: 2 } });
    }
    const other = await resend(asked.with(0, randomUUID()), { key });
    expect(other.json()).toMatchObject({ code: 42200, data: { errors: { idempotency_key: expect.any(String) } } });
    await notifyAll();
    expect(posts).toBe(2);
  });

  it('sends nothing twice after repeated or concurrent calls', async () => {
    const ids = await undelivered(4);
    const key = randomUUID();
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => resend(ids, { key })),
      ...[1, 2, 3].map(() => resend(ids.toReversed())),
    ]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expect((await resend(ids)).json()).toMatchObject({ data: { error: 'notify_under_way' } });
    await Promise.all([notifyAll(), notifyAll(), notifyAll()]);
    expect(posts).toBe(4);
    expect((await list({ id: ids })).map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2]);
  });

  it('skips those that are delivered, in progress, or were sent again five times within the hour', async () => {
    const [often = '', waiting = '', due = '', done = ''] = await undelivered(4);
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await resend([often])).statusCode).toBe(200);
      await notifyAll();
    }
    await resend([due]);
    await world.db.kysely.updateTable('orders').set({ notify_status: 'delivered' }).where('id', '=', done).execute();
    expect((await resend([often, waiting, due, done])).json()).toMatchObject({ data: { done: 1 } });
    posts = 0;
    await notifyAll();
    expect(posts).toBe(2); // `waiting`, and `due` of the previous call.
    expect((await resend([often])).statusCode).toBe(429);
    expect((await resend([done])).statusCode).toBe(404);
  });

  it('makes one attempt for an abandoned one, which stays abandoned if that fails', async () => {
    const [id = ''] = await undelivered(1);
    await world.db.kysely.deleteFrom('notify_jobs').where('record_id', '=', id).execute();
    await world.db.kysely.updateTable('orders').set({ notify_status: 'failed' }).where('id', '=', id).execute();
    expect((await resend([id])).statusCode).toBe(200);
    await notifyAll();
    expect(posts).toBe(1);
    expect(await list({ id })).toMatchObject([{ status: 'failed', attempts: 2, next_at: null }]);
  });

  it('is hidden from other merchants, and sending again requires its permission', async () => {
    const ids = await undelivered(1);
    expect(await list({ id: ids }, 'tokyo')).toEqual([]);
    expect((await resend(ids, { name: 'tokyo' })).statusCode).toBe(404);
    expect(await list({ id: ids }, 'viewer')).toHaveLength(1);
    expect((await resend(ids, { name: 'viewer' })).statusCode).toBe(403);
    expect((await resend(['no-id'])).statusCode).toBe(404);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sign } from '#shared/gateway/sign.ts';
import { signatureBase } from '#shared/gateway/signatureBase.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { NOTIFIER_TIMES, notifying } from '#server/gateway/notifying/notifying.ts';
import { acknowledge, startMerchantServer, type MerchantServer } from '#tests/support/merchantServer.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, OTHER, textOf, type GatewayWorld } from '../../modules/gateway/gatewayWorld.ts';

const PRIVATE = { gateway: { orderMinutes: 30, callsPerMinute: 100_000, privateNotifyUrls: true } };
const TABLES = { collect: 'orders', payout: 'payouts' } as const;

describe('notifications to merchants’ servers', () => {
  let world: GatewayWorld;
  let shop: MerchantServer;
  let numbers = 0;
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE, PRIVATE);
    shop = await startMerchantServer();
    // The demo's orders would expire and notify its merchants when the clock moves.
    await world.db.kysely.deleteFrom('order_jobs').execute();
  });
  afterAll(async () => {
    await shop.close();
    await world.close();
  });
  beforeEach(async () => {
    await world.db.kysely.deleteFrom('notify_jobs').execute();
    shop.answer(acknowledge);
    shop.received.length = 0;
  });

  const notifier = (privateNotifyUrls = true, answerMs = 5_000) =>
    notifying({ ...world, log: silentLog, privateNotifyUrls, chance: () => 0 }, { ...NOTIFIER_TIMES, answerMs });

  /**
   * Creates an order that has ended.
   * @returns its merchant's number
   */
  async function ended(amount: string, change: Record<string, string> = {}, merchantNo = MERCHANT): Promise<string> {
    const no = `E-${(numbers += 1)}`;
    const wish = { merchant_order_no: no, amount, notify_url: `${shop.url}/n?shop=1`, ...change };
    const channel = merchantNo === MERCHANT ? 'cn_qr_yun' : 'jp_qr';
    expect(await world.ask('collect', { channel, ...wish }, merchantNo)).toMatchObject({ status: 201 });
    for (const seconds of [0, 5]) {
      world.clock.advance(seconds);
      while ((await world.collecting.step()) > 0);
    }
    return no;
  }
  const paidOut = async (amount: string, change: Record<string, string> = {}) => {
    const no = `P-${(numbers += 1)}`;
    await world.ask('payout', {
      merchant_order_no: no,
      amount,
      notify_url: `${shop.url}/p`,
      channel: 'cn_payout_bank',
      payee_name: '李雷',
      card_number: '6222020200112233445',
      bank_name: '中国银行',
      ...change,
    });
    while ((await world.payouts.step()) > 0);
    return no;
  };
  const row = (no: string, table: 'orders' | 'payouts' = 'orders') =>
    world.db.kysely.selectFrom(table).where('merchant_order_no', '=', no).selectAll().executeTakeFirstOrThrow();
  const attempts = async (no: string) =>
    world.db.kysely
      .selectFrom('notify_attempts')
      .where('record_id', '=', (await row(no)).id)
      .orderBy('number')
      .selectAll()
      .execute();
  const jobs = () => world.db.kysely.selectFrom('notify_jobs').selectAll().execute();

  it.each([
    ['collect', '12300', 'success'],
    ['collect', '10013', 'failed'],
    ['payout', '20000', 'success'],
    ['payout', '20013', 'failed'],
  ] as const)('contain the result of a %s of %s, signed and in the format of a query', async (type, amount, status) => {
    const no = await (type === 'collect' ? ended(amount) : paidOut(amount));
    const before = await row(no, TABLES[type]);
    expect(before).toMatchObject({ status, notify_status: 'pending' });
    expect(await notifier().step()).toBe(1);
    const [posted] = shop.received;
    const { data } = await world.ask('query', { type, merchant_order_no: no });
    const { merchant_no, timestamp, nonce, sign_type, sign: given, ...result } = posted?.body ?? {};
    expect(result).toEqual(data);
    expect({ merchant_no, sign_type }).toEqual({ merchant_no: MERCHANT, sign_type: 'HMAC-SHA256' });
    expect(timestamp).toBe(String(Math.floor(world.clock.now().getTime() / 1000)));
    expect(nonce).toMatch(/^[0-9a-f]{32}$/);
    const signed = Object.entries(posted?.body ?? {}).map(([name, value]): [string, string] => [name, value ?? '']);
    expect(given).toBe(sign(signatureBase(signed), await world.keyOf(MERCHANT), 'HMAC-SHA256'));
    expect(posted?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(await row(no, TABLES[type])).toEqual({ ...before, notify_status: 'delivered' });
    expect(await jobs()).toEqual([]);
  });

  it('contain no text that could be divided differently: its & is sent as ＆', async () => {
    const no = await paidOut('20013', { payee_name: 'Li & Han &status=success', bank_name: 'A&B=C' });
    expect(await notifier().step()).toBe(1);
    const body = shop.received[0]?.body ?? {};
    expect(body).toMatchObject({ status: 'failed', payee_name: 'Li & Han ＆status=success', bank_name: 'A＆B=C' });
    const signed = Object.entries(body).map(([name, value]): [string, string] => [name, value ?? '']);
    expect(body['sign']).toBe(sign(signatureBase(signed), await world.keyOf(MERCHANT), 'HMAC-SHA256'));
    const { data } = await world.ask('query', { type: 'payout', merchant_order_no: no });
    expect(data).toMatchObject({ payee_name: 'Li & Han &status=success', bank_name: 'A&B=C' });
  });

  it("aren't sent for an order without an address", async () => {
    const no = await ended('12300', { notify_url: '' });
    expect((await row(no)).notify_status).toBe('none');
    expect(await notifier().step()).toBe(0);
  });

  it('are retried at growing intervals, and abandoned after the eighth attempt', async () => {
    shop.answer((response) => response.writeHead(500).end('down'));
    const no = await ended('12300');
    const before = await row(no);
    const waits = [15, 60, 300, 900, 3_600, 10_800, 43_200];
    for (const [tried, seconds] of waits.entries()) {
      expect(await notifier().step()).toBe(1);
      expect((await row(no)).notify_status).toBe('pending');
      world.clock.advance(seconds - 1);
      expect(await notifier().step()).toBe(0);
      world.clock.advance(1);
      expect(shop.received).toHaveLength(tried + 1);
    }
    expect(await notifier().step()).toBe(1);
    expect(await row(no)).toEqual({ ...before, notify_status: 'failed' });
    expect(await jobs()).toEqual([]);
    const given = world.db.kysely.selectFrom('audit_logs').where('record_id', '=', before.id).select(['action', 'actor_name', 'after']); // prettier-ignore
    expect(await given.execute()).toEqual([{ action: 'orders.notify_failed', actor_name: null, after: { notify_status: 'failed' } }]); // prettier-ignore
    expect(new Set(shop.received.map(({ body }) => body['nonce'])).size).toBe(8);
    const found = await attempts(no);
    expect(found.map(({ number, result }) => [number, result])).toEqual(
      Array.from({ length: 8 }, (_, at) => [at + 1, 'refused_status']),
    );
    expect(found[0]).toMatchObject({ response_status: 500, response_body: 'down', url: `${shop.url}/n?shop=1` });
    expect(JSON.stringify(found)).not.toContain(await world.keyOf(MERCHANT));
  });

  it.each<[string, Parameters<MerchantServer['answer']>[0], object]>([
    ['delivered', (response) => response.end(' \n success\r\n'), { response_body: ' \n success\r\n' }],
    ['not_acknowledged', (response) => response.end('Success'), {}],
    ['not_acknowledged', (response) => response.end('<p>success</p>'), {}],
    ['refused_status', (response) => response.writeHead(201).end('success'), { response_status: 201 }],
    ['redirected', (response) => response.writeHead(302, { location: '/elsewhere' }).end(), { response_status: 302 }],
    ['not_acknowledged', (response) => response.end('\0'.repeat(5_000)), { response_cut: true }],
    ['garbled', (response) => response.socket?.end('HELLO\r\n\r\n'), { response_status: null }],
    ['broken', (response) => response.socket?.destroy(), { response_status: null }],
    [
      'broken',
      (response) => response.writeHead(200, { 'content-length': 9 }).write('suc', () => response.destroy()),
      {},
    ],
  ])('are %s depending on the response of the merchant’s server', async (result, answer, details) => {
    shop.answer(answer);
    const no = await ended('12300');
    await notifier().step();
    expect(await attempts(no)).toMatchObject([{ result, ...details }]);
    expect(shop.received).toHaveLength(1);
    shop.answer(acknowledge);
    world.clock.advance(15);
    await notifier().step();
    expect((await row(no)).notify_status).toBe('delivered');
  });

  it('time out if a response takes too long or never ends', async () => {
    const silent = await ended('12300');
    const dripping = await ended('12301');
    shop.answer((response, { body }) => {
      if (body['merchant_order_no'] === dripping) response.write('s');
    });
    await notifier(true, 200).step();
    expect([await attempts(silent), await attempts(dripping)]).toMatchObject([
      [{ result: 'timeout' }],
      [{ result: 'timeout' }],
    ]);
  });

  it('never reach this network, whatever the address looks like', async () => {
    const { port } = new URL(shop.url);
    const urls = [shop.url, `http://localhost:${port}/`, `http://[::1]:${port}/`];
    const orders = await Promise.all(urls.map((notify_url) => ended('12300', { notify_url })));
    await notifier(false).step();
    for (const no of orders) expect(await attempts(no)).toMatchObject([{ result: 'address_not_public' }]);
    expect(shop.received).toEqual([]);
  });

  it.each([
    ['port_not_allowed', 'https://shop.example.com:8443/n'],
    ['invalid_address', 'https://shop example.com/n'],
  ])("report an address that is no longer allowed, and aren't retried: %s", async (result, notify_url) => {
    const no = await ended('12300');
    await world.db.kysely.updateTable('orders').set({ notify_url }).where('merchant_order_no', '=', no).execute();
    await notifier(false).step();
    expect(await attempts(no)).toMatchObject([{ result, url: notify_url }]);
    expect(await row(no)).toMatchObject({ notify_status: 'failed' });
    world.clock.advance(86_400);
    expect(await notifier(false).step()).toBe(0);
  });

  it('are sent once by any number of concurrent servers', async () => {
    const orders = await Promise.all(Array.from({ length: 10 }, () => ended('12300')));
    const servers = Array.from({ length: 4 }, () => notifier());
    await Promise.all(
      servers.map(async (server) => {
        for (let idle = 0; idle < 3; idle += 1) if ((await server.step()) > 0) idle = 0;
      }),
    );
    expect(shop.received).toHaveLength(orders.length);
    expect(new Set(shop.received.map(({ body }) => body['merchant_order_no']))).toEqual(new Set(orders));
    expect(await jobs()).toEqual([]);
  });

  it('are sent again if their server was killed, and none is lost', async () => {
    const no = await ended('12300');
    const dead = notifying({ ...world, log: silentLog, privateNotifyUrls: true }, NOTIFIER_TIMES);
    shop.answer(() => {});
    const hanging = dead.step();
    while (shop.received.length === 0) await new Promise(setImmediate);
    expect(await notifier().step()).toBe(0);
    shop.answer(acknowledge);
    world.clock.advance(61);
    expect(await notifier().step()).toBe(1);
    expect(await attempts(no)).toMatchObject([{ result: 'interrupted' }, { result: 'delivered' }]);
    await shop.close();
    await hanging;
    shop = await startMerchantServer();
    expect(await row(no)).toMatchObject({ notify_status: 'delivered' });
    expect(await jobs()).toEqual([]);
  });

  it("of one merchant don't wait for another’s slow server", async () => {
    const slow = await Promise.all(Array.from({ length: 8 }, () => ended('12300')));
    const quick = await ended('50000', { notify_url: `${shop.url}/quick` }, OTHER);
    const answers: (() => void)[] = [];
    shop.answer((response, { path }) => {
      if (path === '/quick') acknowledge(response);
      else answers.push(() => acknowledge(response));
    });
    const server = notifying(
      { ...world, log: silentLog, privateNotifyUrls: true },
      { ...NOTIFIER_TIMES, atOnce: 5, idleMs: 5 },
    );
    server.start();
    while ((await row(quick)).notify_status !== 'delivered') await new Promise(setImmediate);
    expect(answers.length).toBeLessThanOrEqual(NOTIFIER_TIMES.ofTenant ?? 0);
    shop.answer(acknowledge);
    for (const answer of answers) answer();
    while ((await jobs()).length > 0) await new Promise(setImmediate);
    await server.stop();
    expect(textOf((await row(slow[7] ?? '')).notify_status)).toBe('delivered');
  });
});

import { subDays } from 'date-fns/subDays';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetOldCalls, UNCOUNTED_PER_HOUR } from '#server/modules/apiCalls/service.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, OTHER, type GatewayWorld } from '../gateway/gatewayWorld.ts';

interface Row {
  call: string;
  result: string;
  http_status: number;
  error: string | null;
  reason: string | null;
  order_no: string | null;
  order_type: string | null;
  record_id: string | null;
  ip: string;
  duration_ms: number;
  created_at: string;
}

const WRONG = { sign: 'F'.repeat(64) };

describe('the log of API calls', () => {
  let world: GatewayWorld;
  let key: string;
  let nonces = 0;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE, { gateway: { orderMinutes: 30, callsPerMinute: 30 } });
    key = await world.keyOf(MERCHANT);
    await signIn();
  });
  afterAll(() => world.close());

  async function signIn(): Promise<void> {
    for (const name of ['demo', 'tokyo']) tokens.set(name, (await world.signIn(name)).login_token);
  }
  /** Advances the clock by an hour and signs in again. */
  async function anHourLater(): Promise<void> {
    world.clock.advance(3600);
    await signIn();
  }
  const collect = (merchant_order_no: string, more: Record<string, string> = {}) =>
    world.ask('collect', { channel: 'cn_qr_yun', amount: '10013', merchant_order_no, ...more });

  async function list(filter: object, { name = 'demo', language = 'en' } = {}): Promise<Row[]> {
    const search = new URLSearchParams({ filter: JSON.stringify(filter), range: '[0,999]' });
    const url = `/prod-api/api-calls?${search}`;
    const headers = { 'accept-language': language };
    return (await world.call({ url, token: tokens.get(name) ?? '', headers })).json<{ data: Row[] }>().data;
  }
  /** The logged calls that name an order, newest first. Waits until `count` of them are written. */
  async function logged(order_no: string, count = 1): Promise<Row[]> {
    await expect.poll(async () => (await list({ q: order_no })).length).toBe(count);
    return list({ q: order_no });
  }

  it('contains the accepted calls, each with its time, order, address and duration', async () => {
    await collect('LOG-1');
    await world.ask('query', { type: 'collect', merchant_order_no: 'LOG-1' });
    const rows = await logged('LOG-1', 2);
    const accepted = { result: 'accepted', error: null, reason: null, order_no: 'LOG-1', ip: '127.0.0.1' };
    expect(rows.map(({ call }) => call).toSorted()).toEqual(['collect', 'query']);
    for (const row of rows) {
      expect(row).toMatchObject({ ...accepted, created_at: world.clock.now().toISOString() });
      expect(row.http_status).toBe(row.call === 'collect' ? 201 : 200);
      expect(row.duration_ms).toBeGreaterThanOrEqual(0);
    }
  });

  it('leads from each call to the order that it names, if that exists', async () => {
    await collect('LOG-LED');
    await world.ask('query', { type: 'collect', merchant_order_no: 'LOG-LED' });
    await world.ask('query', { type: 'collect', merchant_order_no: 'LOG-NONE' });
    const orders = await world.call({
      url: `/prod-api/orders?${new URLSearchParams({ filter: JSON.stringify({ q: 'LOG-LED' }), range: '[0,9]' })}`,
      token: tokens.get('demo') ?? '',
    });
    const [order] = orders.json<{ data: { id: string }[] }>().data;
    const led = { order_type: 'collection', record_id: order?.id };
    expect(await logged('LOG-LED', 2)).toMatchObject([led, led]);
    expect(await logged('LOG-NONE')).toMatchObject([{ order_type: null, record_id: null }]);
  });

  it("contains the rejected calls of a merchant, signed or not, with the reason in the reader's language", async () => {
    await collect('LOG-2', { amount: '0', channel: 'nowhere' });
    await world.ask('query', { type: 'collect', merchant_order_no: 'LOG-3' });
    await world.send('payout', { ...world.common(MERCHANT), merchant_order_no: 'LOG-4', ...WRONG });
    const late = { ...world.common(MERCHANT), timestamp: '2020-01-01T00:00:00Z', merchant_order_no: 'LOG-5' };
    await world.send('refund', world.signed(late, key));
    const once = world.signed({ ...world.common(MERCHANT), type: 'collect', merchant_order_no: 'LOG-6' }, key);
    await world.send('query', once);
    await world.send('query', once);

    expect(await logged('LOG-2')).toMatchObject([{ call: 'collect', http_status: 422, error: 'validation' }]);
    expect((await logged('LOG-2'))[0]?.reason).toContain('amount: ');
    expect((await list({ q: 'LOG-2' }, { language: 'ja' }))[0]?.reason).toMatch(/^amount：.+$/m);
    expect(await logged('LOG-3')).toMatchObject([{ result: 'rejected', http_status: 404, error: 'not_found' }]);
    const unsigned = { call: 'payout', result: 'rejected', http_status: 401, error: 'signature_invalid' };
    expect(await logged('LOG-4')).toMatchObject([{ ...unsigned, reason: 'Incorrect merchant number or signature.' }]);
    const [inChinese] = await list({ q: 'LOG-4' }, { language: 'zh' });
    expect(inChinese?.reason).toMatch(/^\p{Script=Han}/u);
    expect((await logged('LOG-5'))[0]).toMatchObject({ error: 'validation' });
    expect((await logged('LOG-5'))[0]?.reason).toContain('by more than 5 minutes');
    const twice = await logged('LOG-6', 2);
    expect(new Set(twice.map(({ error }) => error))).toEqual(new Set(['nonce_used', 'not_found']));
  });

  it('can be filtered by call, result and error', async () => {
    expect(await list({ q: 'LOG-', call: ['payout'] })).toMatchObject([{ order_no: 'LOG-4' }]);
    expect(await list({ q: 'LOG-', error: 'nonce_used' })).toMatchObject([{ order_no: 'LOG-6' }]);
    const rejected = await list({ result: ['rejected'] });
    expect(rejected.length).toBeGreaterThan(4);
    expect(new Set(rejected.map(({ result }) => result))).toEqual(new Set(['rejected']));
  });

  it('stores neither parameters nor signatures', async () => {
    const secrets = { payee_name: 'Zacharias', card_number: '6222020200112233445', bank_name: 'Hidden Bank' };
    const parameters = { amount: '20000', channel: 'cn_payout_bank', merchant_order_no: 'LOG-7', ...secrets };
    const signed = world.signed({ ...world.common(MERCHANT), ...parameters }, key);
    await world.send('payout', signed);
    await logged('LOG-7');
    const { rows } = await sql`select * from api_calls where order_no = 'LOG-7'`.execute(world.db.kysely);
    const text = JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    for (const secret of [...Object.values(secrets), signed['sign'] ?? '', signed['nonce'] ?? '', key]) {
      expect(text).not.toContain(secret);
    }
  });

  it('belongs to the merchant: others see nothing of it, and unknown merchants have none', async () => {
    await world.send('query', { ...world.common('M999999'), merchant_order_no: 'LOG-8', ...WRONG });
    await world.send('query', { ...world.common('P000001'), merchant_order_no: 'LOG-8', ...WRONG });
    await world.send('query', { ...world.common(OTHER), merchant_order_no: 'LOG-9', ...WRONG });
    await expect.poll(() => list({ q: 'LOG-9' }, { name: 'tokyo' })).toHaveLength(1);
    expect(await list({ q: 'LOG-9' })).toEqual([]);
    expect(await list({ q: 'LOG-1' }, { name: 'tokyo' })).toEqual([]);
    const found = world.db.kysely.selectFrom('api_calls').where('order_no', '=', 'LOG-8').select('id').execute();
    expect(await found).toEqual([]);
  });

  it('limits per hour the calls that anyone can send, and those above the merchant’s limit', async () => {
    const send = async (merchant_order_no: string) => {
      nonces += 1;
      await world.send('query', { ...world.common(MERCHANT), merchant_order_no, ...WRONG, nonce: `flood-${nonces}-x` });
    };
    await anHourLater();
    for (let sent = 0; sent < UNCOUNTED_PER_HOUR + 20; sent += 1) await send('FLOOD');
    await collect('SIGNED');
    await logged('SIGNED');
    expect(await list({ q: 'FLOOD' })).toHaveLength(UNCOUNTED_PER_HOUR);
    await anHourLater();
    await send('FLOOD');
    await logged('FLOOD', UNCOUNTED_PER_HOUR + 1);

    let limited = 0;
    for (let sent = 0; sent < 60; sent += 1) {
      const { status } = await world.ask('query', { type: 'collect', merchant_order_no: 'OFTEN' });
      if (status === 429) limited += 1;
    }
    expect(limited).toBeGreaterThan(20);
    await logged('OFTEN', 60);
    expect(await list({ q: 'OFTEN', error: 'too_many' })).toHaveLength(limited);
  });

  it('deletes calls after 30 days, of every merchant', async () => {
    const now = world.clock.now();
    const ages = [1, 29, 31, 400];
    for (const merchantNo of [MERCHANT, OTHER]) {
      const merchant_id = await world.merchantId(merchantNo);
      for (const days of ages) {
        await sql`insert into api_calls (merchant_id, id, call, result, http_status, order_no, ip, duration_ms, created_at)
          values (${merchant_id}, gen_random_uuid(), 'query', 'accepted', 200, ${`OLD-${days}`}, '127.0.0.1', 1,
            ${subDays(now, days)})`.execute(world.db.kysely);
      }
    }
    await forgetOldCalls(world.db, now);
    const old = world.db.kysely.selectFrom('api_calls').where('order_no', 'like', 'OLD-%');
    const left = await old.orderBy('order_no').select('order_no').execute();
    expect(left.map(({ order_no }) => order_no)).toEqual(['OLD-1', 'OLD-1', 'OLD-29', 'OLD-29']);
  });

  it('contains the last calls of a server that is stopped', async () => {
    world.clock.advance(60);
    await collect('LAST');
    await world.app.close();
    const rows = world.db.kysely.selectFrom('api_calls').where('order_no', '=', 'LAST').select('result').execute();
    expect(await rows).toEqual([{ result: 'accepted' }]);
  });
});

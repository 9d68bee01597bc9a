import { subDays } from 'date-fns/subDays';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { forgetOldCalls } from '#server/modules/apiCalls/service.ts';
import { MERCHANT, OTHER } from '../gateway/gatewayWorld.ts';
import { apiCallWorld, WRONG } from './apiCallWorld.ts';

describe('the log of API calls', () => {
  const api = apiCallWorld();
  const { collect, logged, tokens, list } = api;

  it('contains the accepted calls, each with its time, order, address and duration', async () => {
    await collect('LOG-1');
    await api.world.ask('query', { type: 'collect', merchant_order_no: 'LOG-1' });
    const rows = await logged('LOG-1', 2);
    const accepted = { result: 'accepted', error: null, reason: null, order_no: 'LOG-1', ip: '127.0.0.1' };
    expect(rows.map(({ call }) => call).toSorted()).toEqual(['collect', 'query']);
    for (const row of rows) {
      expect(row).toMatchObject({ ...accepted, created_at: api.world.clock.now().toISOString() });
      expect(row.http_status).toBe(row.call === 'collect' ? 201 : 200);
      expect(row.duration_ms).toBeGreaterThanOrEqual(0);
    }
  });

  it('leads from each call to the order that it names, if that exists', async () => {
    await collect('LOG-LED');
    await api.world.ask('query', { type: 'collect', merchant_order_no: 'LOG-LED' });
    await api.world.ask('query', { type: 'collect', merchant_order_no: 'LOG-NONE' });
    const orders = await api.world.call({
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
    await api.world.ask('query', { type: 'collect', merchant_order_no: 'LOG-3' });
    await api.world.send('payout', { ...api.world.common(MERCHANT), merchant_order_no: 'LOG-4', ...WRONG });
    const late = { ...api.world.common(MERCHANT), timestamp: '2020-01-01T00:00:00Z', merchant_order_no: 'LOG-5' };
    await api.world.send('refund', api.world.signed(late, api.key));
    const once = api.world.signed(
      { ...api.world.common(MERCHANT), type: 'collect', merchant_order_no: 'LOG-6' },
      api.key,
    );
    await api.world.send('query', once);
    await api.world.send('query', once);

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
    const signed = api.world.signed({ ...api.world.common(MERCHANT), ...parameters }, api.key);
    await api.world.send('payout', signed);
    await logged('LOG-7');
    const { rows } = await sql`select * from api_calls where order_no = 'LOG-7'`.execute(api.world.db.kysely);
    const text = JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    for (const secret of [...Object.values(secrets), signed['sign'] ?? '', signed['nonce'] ?? '', api.key]) {
      expect(text).not.toContain(secret);
    }
  });

  it('belongs to the merchant: others see nothing of it, and unknown merchants have none', async () => {
    await api.world.send('query', { ...api.world.common('M999999'), merchant_order_no: 'LOG-8', ...WRONG });
    await api.world.send('query', { ...api.world.common('P000001'), merchant_order_no: 'LOG-8', ...WRONG });
    await api.world.send('query', { ...api.world.common(OTHER), merchant_order_no: 'LOG-9', ...WRONG });
    await expect.poll(() => list({ q: 'LOG-9' }, { name: 'tokyo' })).toHaveLength(1);
    expect(await list({ q: 'LOG-9' })).toEqual([]);
    expect(await list({ q: 'LOG-1' }, { name: 'tokyo' })).toEqual([]);
    const found = api.world.db.kysely.selectFrom('api_calls').where('order_no', '=', 'LOG-8').select('id').execute();
    expect(await found).toEqual([]);
  });

  it('deletes calls after 30 days, of every merchant', async () => {
    const now = api.world.clock.now();
    const ages = [1, 29, 31, 400];
    for (const merchantNo of [MERCHANT, OTHER]) {
      const merchant_id = await api.world.merchantId(merchantNo);
      for (const days of ages) {
        await sql`insert into api_calls (merchant_id, id, call, result, http_status, order_no, ip, duration_ms, created_at)
          values (${merchant_id}, gen_random_uuid(), 'query', 'accepted', 200, ${`OLD-${days}`}, '127.0.0.1', 1,
            ${subDays(now, days)})`.execute(api.world.db.kysely);
      }
    }
    await forgetOldCalls(api.world.db, now);
    const old = api.world.db.kysely.selectFrom('api_calls').where('order_no', 'like', 'OLD-%');
    const left = await old.orderBy('order_no').select('order_no').execute();
    expect(left.map(({ order_no }) => order_no)).toEqual(['OLD-1', 'OLD-1', 'OLD-29', 'OLD-29']);
  });

  it('contains the last calls of a server that is stopped', async () => {
    api.world.clock.advance(60);
    await collect('LAST');
    await api.world.app.close();
    const rows = api.world.db.kysely.selectFrom('api_calls').where('order_no', '=', 'LAST').select('result').execute();
    expect(await rows).toEqual([{ result: 'accepted' }]);
  });
});

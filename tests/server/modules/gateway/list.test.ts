import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MERCHANT, OTHER, refusalOf, type Parameters } from './gatewayWorld.ts';
import { gatewayLists } from './gatewayLists.ts';

describe('/gateway/list', () => {
  const lists = gatewayLists();
  const { page } = lists;

  /** All items of a list, and the pages' sizes. */
  async function all(parameters: Parameters) {
    const pages = [await page(parameters)];
    for (let cursor = pages[0]?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor) {
      pages.push(await page({ ...parameters, cursor }));
    }
    return { items: pages.flatMap(({ items }) => items), sizes: pages.map(({ items }) => items.length) };
  }

  it('returns the same records as a query, and only those of the merchant’s side', async () => {
    await lists.world.ask('collect', { merchant_order_no: 'Q-1', channel: 'cn_qr_yun', amount: '12300' });
    const payee = { payee_name: 'Ana', card_number: '6222020200112233445', bank_name: 'BOC' };
    await lists.world.ask('payout', { merchant_order_no: 'Q-2', channel: 'cn_payout_bank', amount: '20000', ...payee });
    const from = lists.world.clock.now().toISOString();
    const to = new Date(lists.world.clock.now().getTime() + 1).toISOString();
    for (const [type, no] of [
      ['collect', 'Q-1'],
      ['payout', 'Q-2'],
    ] as const) {
      const { data } = await lists.world.ask('query', { type, merchant_order_no: no });
      expect((await all({ type, from, to })).items).toEqual([data]);
      expect((await page({ type, from, to }, OTHER)).items).toEqual([]);
    }
    const paidHere = lists.world.db.kysely.selectFrom('payouts').where('merchant_id', '=', lists.merchantId);
    expect((await paidHere.where('source', '<>', 'api').select('id').execute()).length).toBeGreaterThan(0);
    const paid = await paidHere.where('source', '=', 'api').select('id').execute();
    expect((await all({ type: 'payout', from: '1000000000', to })).items).toHaveLength(paid.length);
  });

  it('lists refunds and the ends of orders, payouts and refunds as events', async () => {
    lists.world.clock.advance(10);
    const from = lists.world.clock.now().toISOString();
    await lists.world.ask('collect', { merchant_order_no: 'E-1', channel: 'cn_qr_yun', amount: '12300' });
    await lists.world.ask('collect', { merchant_order_no: 'E-2', channel: 'cn_qr_yun', amount: '12313' });
    lists.world.clock.advance(10);
    while ((await lists.world.collecting.step()) > 0);
    lists.world.clock.advance(10);
    const refund = { merchant_refund_no: 'E-3', merchant_order_no: 'E-1', amount: '100', reason: 'Torn' };
    expect(await lists.world.ask('refund', refund)).toMatchObject({ status: 201 });
    lists.world.clock.advance(10);
    while ((await lists.world.refunding.step()) > 0);
    lists.world.clock.advance(1);
    const query = async (type: string, numbersOf: Parameters) =>
      (await lists.world.ask('query', { type, ...numbersOf })).data;
    const order = await query('collect', { merchant_order_no: 'E-1' });
    const failed = await query('collect', { merchant_order_no: 'E-2' });
    const refunded = await query('refund', { merchant_refund_no: 'E-3' });
    expect([order['status'], failed['status'], refunded['status']]).toEqual(['success', 'failed', 'success']);
    expect((await all({ type: 'refund', from })).items).toEqual([refunded]);
    const { items, sizes } = await all({ type: 'event', from, limit: '2' });
    const own = items.filter(({ record }) => [order, failed, refunded].some((one) => isSame(record, one)));
    expect(own.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['order_paid', 'order_failed', 'refund_paid']),
    );
    expect(own.at(-1)).toEqual({
      type: 'event',
      event: 'refund_paid',
      created_at: refunded['finished_at'],
      record: refunded,
    });
    expect(own).toHaveLength(3);
    expect(sizes.slice(0, -1).every((size) => size === 2)).toBe(true);
  });

  it('has 50 records per page unless the call asks for 1 to 200', async () => {
    const { items } = await page({ type: 'collect', from: '1000000000' });
    expect(items).toHaveLength(50);
    expect((await page({ type: 'collect', from: '1000000000', limit: '200' })).items.length).toBeGreaterThan(50);
    for (const limit of ['0', '201', '-1', '1.5', '010', 'all']) {
      const refused = await lists.world.ask('list', { type: 'collect', from: '1000000000', limit });
      expect(refusalOf(refused)).toMatchObject({ status: 422, reasons: { limit: 'invalid_format' } });
    }
  });

  it('ends at the time of the first page, and is complete up to some minutes before it', async () => {
    const from = new Date(lists.world.clock.now().getTime() + 1).toISOString();
    lists.world.clock.advance(1);
    for (const no of ['T-1', 'T-2']) {
      await lists.world.ask('collect', { merchant_order_no: no, channel: 'cn_qr_yun', amount: '12300' });
      lists.world.clock.advance(1);
    }
    const first = await page({ type: 'collect', from, limit: '1' });
    await lists.world.ask('collect', { merchant_order_no: 'T-3', channel: 'cn_qr_yun', amount: '12300' });
    const second = await page({ type: 'collect', from, limit: '1', cursor: first.next_cursor ?? '' });
    expect(second).toMatchObject({ items: [{ merchant_order_no: 'T-2' }], next_cursor: null });
    const now = lists.world.clock.now().getTime();
    expect(new Date(first.complete_until).getTime()).toBe(now - 5 * 60_000);
    expect(await page({ type: 'collect', from: '1000000000', to: '1000000001' })).toMatchObject({
      items: [],
      complete_until: '2001-09-09T01:46:41.000Z',
    });
    expect(await page({ type: 'collect', from: '2999-01-01T00:00:00Z' })).toMatchObject({ items: [] });
  });

  it.each([
    [{}, { from: 'required' }],
    [{ from: '123' }, { from: 'invalid_format' }],
    [{ from: '2025-11-21T04:00:00' }, { from: 'invalid_format' }],
    [{ from: '1000000000', to: '1000000000', type: 'orders' }, { type: 'invalid_format' }],
    [{ from: '1000000001', to: '1000000000' }, { to: 'to_before_from' }],
    [{ from: '1000000000', cursor: 'abc' }, { cursor: 'cursor_invalid' }],
    [{ from: '1000000000', cursor: 'x'.repeat(257) }, { cursor: 'too_long' }],
    [{ from: '1000000000', order_no: '1' }, { order_no: 'unknown_field' }],
  ])('refuses %j: %j', async (parameters, reasons) => {
    const refused = await lists.world.ask('list', { type: 'collect', ...parameters });
    expect(refusalOf(refused)).toEqual({ status: 422, error: 'validation', reasons });
  });

  it('accepts every time that its format allows', async () => {
    const { items } = await page({ type: 'collect', from: '1000000000' });
    for (const from of ['0000-01-01T00:00:00Z', '0000000000', '1969-12-31T23:59:59+14:00']) {
      expect((await page({ type: 'collect', from })).items).toEqual(items);
      expect((await page({ type: 'collect', from, to: from })).items).toEqual([]);
    }
    for (const from of ['9999-12-31T23:59:59-14:00', '9999999999']) {
      expect(await page({ type: 'collect', from, to: from })).toMatchObject({ items: [], next_cursor: null });
    }
  });

  it('refuses the cursor of another list, and any that it hasn’t made', async () => {
    const list = { type: 'collect', from: '1000000000', to: '2000000000', limit: '1' };
    const cursor = (await page(list)).next_cursor ?? '';
    for (const other of [{ type: 'payout' }, { from: '1000000001' }, { to: '2000000001' }]) {
      const refused = await lists.world.ask('list', { ...list, ...other, cursor });
      expect(refusalOf(refused)).toMatchObject({ status: 422, reasons: { cursor: 'cursor_differs' } });
    }
    expect((await page({ ...list, limit: '2', from: '2001-09-09T01:46:40Z', cursor })).items).toHaveLength(2);
    const content: unknown[] = z.array(z.unknown()).parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    const forged = content.flatMap((part, place) =>
      [2, '2025-02-30T00:00:00.000000Z', '0000-01-01T00:00:00.000000Z', null, -1, `${String(part)}0`].map((wrong) =>
        content.toSpliced(place, 1, wrong),
      ),
    );
    for (const one of forged) {
      const made = Buffer.from(JSON.stringify(one)).toString('base64url');
      const refused = await lists.world.ask('list', { ...list, cursor: made });
      expect(refusalOf(refused)).toMatchObject({ status: 422, reasons: { cursor: expect.stringMatching(/^cursor_/) } });
    }
  });

  it('adds no names that addresses of other calls may not contain', async () => {
    const return_url = 'https://shop.example/?a=1&from=shop&to=pay&limit=1&cursor=2';
    const order = { merchant_order_no: 'U-1', channel: 'cn_qr_yun', amount: '12300' };
    expect((await lists.world.ask('collect', { ...order, return_url })).status).toBe(201);
    const list = { type: 'collect', from: '1000000000' };
    const signed = { ...lists.world.common(MERCHANT), ...list, nonce: 'nonce-no&to=2000000000' };
    const refused = await lists.world.send('list', lists.world.signed(signed, await lists.world.keyOf(MERCHANT)));
    expect(refusalOf(refused)).toEqual({ status: 400, error: 'gateway_body.ambiguous' });
  });
});

function isSame(record: unknown, other: Record<string, unknown>): boolean {
  return JSON.stringify(record) === JSON.stringify(other);
}

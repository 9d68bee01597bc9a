import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { gatewayWorld, MERCHANT, OTHER, refusalOf, type GatewayWorld, type Parameters } from './gatewayWorld.ts';

const pageSchema = z.object({
  items: z.array(z.looseObject({ type: z.string(), created_at: z.string(), merchant_order_no: z.string().optional() })),
  next_cursor: z.string().nullable(),
  complete_until: z.string(),
});

describe('/gateway/list', () => {
  let world: GatewayWorld;
  let merchantId: string;
  let numbers = 0;
  beforeAll(async () => {
    world = await gatewayWorld(USUAL_DATABASE);
    merchantId = await world.merchantId(MERCHANT);
  });
  afterAll(() => world.close());

  async function page(parameters: Parameters, merchantNo?: string) {
    const { status, data } = await world.ask('list', parameters, merchantNo);
    expect(status).toBe(200);
    return pageSchema.parse(data);
  }

  /** All items of a list, and the pages' sizes. */
  async function all(parameters: Parameters) {
    const pages = [await page(parameters)];
    for (let cursor = pages[0]?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor) {
      pages.push(await page({ ...parameters, cursor }));
    }
    return { items: pages.flatMap(({ items }) => items), sizes: pages.map(({ items }) => items.length) };
  }

  /** Inserts an order with a time to the microsecond, and returns its number. */
  async function insertOrder(at: string, of = merchantId): Promise<string> {
    numbers += 1;
    const no = `LIST-${numbers}`;
    const [id, order_no] = [uuidv7(), `C-${no}`];
    const like = await world.db.kysely
      .selectFrom('orders')
      .where('merchant_id', '=', of)
      .selectAll()
      .limit(1)
      .executeTakeFirstOrThrow();
    const row = { ...like, id, order_no, merchant_order_no: no, channel_order_no: null };
    await world.db.kysely
      .insertInto('orders')
      .values({ ...row, created_at: sql<Date>`${at}::timestamptz` })
      .execute();
    return no;
  }

  /** Times that JavaScript can't tell apart. */
  const moment = (microsecond: number) => `2035-02-03T04:05:06.00000${microsecond}Z`;
  const RANGE = { type: 'collect', from: '2035-02-03T04:05:06Z', to: '2035-02-03T04:05:07+00:00' };

  it('returns each record of the range once, in order, whatever is inserted between two pages', async () => {
    const micro = fc.integer({ min: 0, max: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(micro, { maxLength: 14 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.array(micro, { maxLength: 3 }), { maxLength: 6 }),
        async (before, limit, between) => {
          await world.db.kysely
            .deleteFrom('orders')
            .where('merchant_id', '=', merchantId)
            .where('merchant_order_no', 'like', 'LIST-%')
            .execute();
          for (const one of before) await insertOrder(moment(one));
          await insertOrder('2035-02-03T04:05:07Z');
          await insertOrder('2035-02-03T04:05:05.999999Z');
          // What a reader of the database sees after each insertion, and the last record that the list has returned.
          const inRange = async (): Promise<string[]> => {
            const rows = world.db.kysely
              .selectFrom('orders')
              .where('merchant_id', '=', merchantId)
              .where(sql<boolean>`created_at >= '2035-02-03T04:05:06Z' and created_at < '2035-02-03T04:05:07Z'`)
              .orderBy('created_at')
              .orderBy('id')
              .select('merchant_order_no');
            return (await rows.execute()).map((row) => row.merchant_order_no);
          };
          const got: string[] = [];
          const skipped = new Set<string>();
          let cursor: string | null | undefined;
          for (let read = 0; cursor !== null; read += 1) {
            const next: z.output<typeof pageSchema> = await page({
              ...RANGE,
              limit: String(limit),
              ...(cursor !== undefined && { cursor }),
            });
            got.push(...next.items.map(({ merchant_order_no = '' }) => merchant_order_no));
            cursor = next.next_cursor;
            expect(next.items.length === limit || cursor === null).toBe(true);
            const last = got.at(-1);
            for (const one of between[read] ?? []) {
              const no = await insertOrder(moment(one));
              const order = await inRange();
              // Later than the page, or at its place if it was the last one.
              if (cursor === null || (last !== undefined && order.indexOf(no) < order.indexOf(last))) skipped.add(no);
            }
          }
          expect(got).toEqual((await inRange()).filter((no) => !skipped.has(no)));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('returns the same records as a query, and only those of the merchant’s side', async () => {
    await world.ask('collect', { merchant_order_no: 'Q-1', channel: 'cn_qr_yun', amount: '12300' });
    const payee = { payee_name: 'Ana', card_number: '6222020200112233445', bank_name: 'BOC' };
    await world.ask('payout', { merchant_order_no: 'Q-2', channel: 'cn_payout_bank', amount: '20000', ...payee });
    const from = world.clock.now().toISOString();
    const to = new Date(world.clock.now().getTime() + 1).toISOString();
    for (const [type, no] of [
      ['collect', 'Q-1'],
      ['payout', 'Q-2'],
    ] as const) {
      const { data } = await world.ask('query', { type, merchant_order_no: no });
      expect((await all({ type, from, to })).items).toEqual([data]);
      expect((await page({ type, from, to }, OTHER)).items).toEqual([]);
    }
    const paidHere = world.db.kysely.selectFrom('payouts').where('merchant_id', '=', merchantId);
    expect((await paidHere.where('source', '<>', 'api').select('id').execute()).length).toBeGreaterThan(0);
    const paid = await paidHere.where('source', '=', 'api').select('id').execute();
    expect((await all({ type: 'payout', from: '1000000000', to })).items).toHaveLength(paid.length);
  });

  it('lists refunds and the ends of orders, payouts and refunds as events', async () => {
    world.clock.advance(10);
    const from = world.clock.now().toISOString();
    await world.ask('collect', { merchant_order_no: 'E-1', channel: 'cn_qr_yun', amount: '12300' });
    await world.ask('collect', { merchant_order_no: 'E-2', channel: 'cn_qr_yun', amount: '12313' });
    world.clock.advance(10);
    while ((await world.collecting.step()) > 0);
    world.clock.advance(10);
    const refund = { merchant_refund_no: 'E-3', merchant_order_no: 'E-1', amount: '100', reason: 'Torn' };
    expect(await world.ask('refund', refund)).toMatchObject({ status: 201 });
    world.clock.advance(10);
    while ((await world.refunding.step()) > 0);
    world.clock.advance(1);
    const query = async (type: string, numbersOf: Parameters) =>
      (await world.ask('query', { type, ...numbersOf })).data;
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
      const refused = await world.ask('list', { type: 'collect', from: '1000000000', limit });
      expect(refusalOf(refused)).toMatchObject({ status: 422, reasons: { limit: 'invalid_format' } });
    }
  });

  it('ends at the time of the first page, and is complete up to some minutes before it', async () => {
    const from = new Date(world.clock.now().getTime() + 1).toISOString();
    world.clock.advance(1);
    for (const no of ['T-1', 'T-2']) {
      await world.ask('collect', { merchant_order_no: no, channel: 'cn_qr_yun', amount: '12300' });
      world.clock.advance(1);
    }
    const first = await page({ type: 'collect', from, limit: '1' });
    await world.ask('collect', { merchant_order_no: 'T-3', channel: 'cn_qr_yun', amount: '12300' });
    const second = await page({ type: 'collect', from, limit: '1', cursor: first.next_cursor ?? '' });
    expect(second).toMatchObject({ items: [{ merchant_order_no: 'T-2' }], next_cursor: null });
    const now = world.clock.now().getTime();
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
    const refused = await world.ask('list', { type: 'collect', ...parameters });
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
      const refused = await world.ask('list', { ...list, ...other, cursor });
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
      const refused = await world.ask('list', { ...list, cursor: made });
      expect(refusalOf(refused)).toMatchObject({ status: 422, reasons: { cursor: expect.stringMatching(/^cursor_/) } });
    }
  });

  it('adds no names that addresses of other calls may not contain', async () => {
    const return_url = 'https://shop.example/?a=1&from=shop&to=pay&limit=1&cursor=2';
    const order = { merchant_order_no: 'U-1', channel: 'cn_qr_yun', amount: '12300' };
    expect((await world.ask('collect', { ...order, return_url })).status).toBe(201);
    const list = { type: 'collect', from: '1000000000' };
    const signed = { ...world.common(MERCHANT), ...list, nonce: 'nonce-no&to=2000000000' };
    const refused = await world.send('list', world.signed(signed, await world.keyOf(MERCHANT)));
    expect(refusalOf(refused)).toEqual({ status: 400, error: 'gateway_body.ambiguous' });
  });
});

function isSame(record: unknown, other: Record<string, unknown>): boolean {
  return JSON.stringify(record) === JSON.stringify(other);
}

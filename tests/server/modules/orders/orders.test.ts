import type { Selectable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrdersTable } from '#server/db/schema.ts';
import { amountSchema } from '@merchant-console/protocol';
import { orderSchema, type Order } from '#shared/contract/order.ts';
import { USUAL_DATABASE } from '../../../support/testDatabase.ts';
import { startWorld, type World } from '../../../support/world.ts';

describe('the order list', () => {
  let world: World;
  let token: string;
  /** All orders of `demo`, read directly from the table, newest first. */
  let rows: Pick<
    Selectable<OrdersTable>,
    'id' | 'merchant_id' | 'order_no' | 'amount' | 'fee' | 'arrival_amount' | 'status' | 'notify_status' | 'error_code'
  >[];

  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE);
    token = (await world.signIn('demo')).login_token;
    const { tenant_id } = await world.db.kysely
      .selectFrom('directory')
      .where('name', '=', 'demo')
      .select('tenant_id')
      .executeTakeFirstOrThrow();
    rows = await world.db.kysely
      .selectFrom('orders')
      .where('merchant_id', '=', tenant_id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .select([
        'id',
        'merchant_id',
        'order_no',
        'amount',
        'fee',
        'arrival_amount',
        'status',
        'notify_status',
        'error_code',
      ])
      .execute();
  });
  afterAll(() => world.close());

  async function list(query: Record<string, unknown> = {}, as = token) {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]));
    const answer = await world.call({ url: `/prod-api/orders?${search}`, token: as });
    const { data } = answer.json<{ data: Order[] }>();
    return { status: answer.statusCode, range: answer.headers['content-range'], data };
  }

  it('returns the newest ten first, with the total', async () => {
    const { data, range } = await list();
    expect(range).toBe(`orders 0-9/${rows.length}`);
    expect(data.map(({ id }) => id)).toEqual(rows.slice(0, 10).map(({ id }) => id));
    // Includes the values that the declaration computes.
    const whole = orderSchema.extend({ refundable_amount: amountSchema, unrefunded_amount: amountSchema });
    for (const order of data) expect(whole.parse(order)).toEqual(order);
  });

  it('returns every order exactly once over all pages, also those read from the end', async () => {
    const ids: string[] = [];
    for (let first = 0; first < rows.length; first += 30) {
      const { data } = await list({ range: [first, first + 29] });
      ids.push(...data.map(({ id }) => id));
    }
    expect(ids).toEqual(rows.map(({ id }) => id));
  });

  it('returns no rows past the end, and the correct total', async () => {
    const { status, data, range } = await list({ range: [rows.length, rows.length + 9] });
    expect([status, data, range]).toEqual([200, [], `orders */${rows.length}`]);
  });

  it('returns amounts as digits, exactly', async () => {
    const order = rows[0];
    await world.db.kysely
      .updateTable('orders')
      .set({ amount: 9_223_372_036_854_775_807n })
      .where('id', '=', order?.id ?? '')
      .execute();
    expect((await list()).data[0]?.amount).toBe('9223372036854775807');
    await world.db.kysely
      .updateTable('orders')
      .set({ amount: order?.amount ?? 1n })
      .where('id', '=', order?.id ?? '')
      .execute();
  });

  it('sorts by amount in both directions', async () => {
    const smallest = rows.map(({ amount }) => amount).toSorted((a, b) => (a < b ? -1 : 1));
    const up = await list({ sort: ['amount', 'ASC'], range: [0, 29] });
    expect(up.data.map(({ amount }) => BigInt(amount))).toEqual(smallest.slice(0, 30));
    const down = await list({ sort: ['amount', 'DESC'], range: [0, 29] });
    expect(down.data.map(({ amount }) => BigInt(amount))).toEqual(smallest.slice(-30).toReversed());
  });

  it('filters by status, amount and time together', async () => {
    const { data, range } = await list({ filter: { status: ['success'], amount_gte: '10000' }, range: [0, 999] });
    const expected = rows.filter(({ status, amount }) => status === 'success' && amount >= 10_000n);
    expect(data.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(range).toBe(`orders 0-${expected.length - 1}/${expected.length}`);
    const since = data[4]?.created_at ?? '';
    const recent = await list({ filter: { status: 'success', amount_gte: '10000', created_at_gte: since } });
    expect(recent.data).toEqual(data.slice(0, 5));
  });

  it('filters by notification status and error code', async () => {
    const notified = rows.filter(({ notify_status }) => notify_status === 'pending' || notify_status === 'failed');
    const code = rows.find(({ error_code }) => error_code !== null)?.error_code ?? '';
    const failed = rows.filter(({ error_code }) => error_code === code);
    expect([notified.length, failed.length]).not.toContain(0);
    const ids = async (filter: object) => (await list({ filter, range: [0, 999] })).data.map(({ id }) => id);
    expect(await ids({ notify_status: ['pending', 'failed'] })).toEqual(notified.map(({ id }) => id));
    expect(await ids({ error_code: code })).toEqual(failed.map(({ id }) => id));
    expect(await ids({ error_code: code.slice(0, -1) })).toEqual([]);
  });

  it.each(['order_no', 'merchant_order_no', 'channel_order_no', 'payer_name'] as const)(
    'finds an order by the beginning of its %s',
    async (field) => {
      const wanted = (await list({ filter: { status: 'success' } })).data[3];
      const value = wanted?.[field] ?? '';
      expect(value).not.toBe('');
      const found = await list({ filter: { q: value.slice(0, Math.max(2, value.length - 1)) }, range: [0, 999] });
      expect(found.data.map(({ id }) => id)).toContain(wanted?.id);
    },
  );

  it('finds an order by a later word of its payer, without case, and by a pasted number', async () => {
    const [wanted] = rows;
    await world.db.kysely
      .updateTable('orders')
      .set({ payer_name: 'Double Clíck Co' })
      .where('merchant_id', '=', wanted?.merchant_id ?? '')
      .where('id', '=', wanted?.id ?? '')
      .execute();
    expect((await list({ filter: { q: 'CLICK' } })).data.map((order) => order.id)).toEqual([wanted?.id]);
    const { order_no = '', merchant_order_no = '', id } = (await list()).data[3] ?? {};
    const wide = order_no.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    for (const q of [`'\u200b${wide}\ufeff`, order_no.toLowerCase(), merchant_order_no.toLowerCase()]) {
      expect({ q, ids: (await list({ filter: { q } })).data.map((order) => order.id) }).toEqual({ q, ids: [id] });
    }
  });

  it.each(['%', '_', '\\', "'", '"; drop table orders', '0 or 1=1', '\u{1F600}'])(
    'treats %j in the search box literally',
    async (q) => {
      const { status, data } = await list({ filter: { q } });
      expect([status, data]).toEqual([200, []]);
    },
  );

  it('counts all matches of the filter, and adds up only settled amounts', async () => {
    const filter = JSON.stringify({ status: ['failed', 'success', 'pending'] });
    const answer = await world.call({ url: `/prod-api/orders/summary?${new URLSearchParams({ filter })}`, token });
    const found = rows.filter(({ status }) => status !== 'closed');
    const total = (status: string, of: 'amount' | 'fee' | 'arrival_amount') =>
      rows.reduce((sum, row) => (row.status === status ? sum + row[of] : sum), 0n);
    const states = [...new Set(found.map(({ status }) => status))].toSorted();
    const moved = (of: 'fee' | 'arrival_amount') => [
      { currency: 'CNY', sum: total('success', of).toString(), expected: total('pending', of).toString() },
    ];
    expect(total('failed', 'fee')).toBeGreaterThan(0n);
    expect(answer.json()).toMatchObject({
      data: {
        count: found.length,
        sums: {
          amount: [
            {
              currency: 'CNY',
              sum: found.reduce((sum, { amount }) => sum + amount, 0n).toString(),
              by_tab: Object.fromEntries(states.map((status) => [status, total(status, 'amount').toString()])),
            },
          ],
          fee: moved('fee'),
          arrival_amount: moved('arrival_amount'),
        },
      },
    });
  });

  it('returns a single order, and 404 for an unknown one', async () => {
    const known = await world.call({ url: `/prod-api/orders/${rows[0]?.id}`, token });
    expect(known.json()).toMatchObject({ code: 0, data: { order_no: rows[0]?.order_no } });
    for (const id of ['abc', 'a%2Fb', '%23', '%00', '00000000-0000-7000-8000-000000000000', 'x'.repeat(130)]) {
      const unknown = await world.call({ url: `/prod-api/orders/${id}`, token });
      expect(unknown.json()).toMatchObject({ code: 40_400, data: { error: 'not_found' } });
    }
  });

  describe("another tenant's orders", () => {
    it.each(['tokyo', 'sub'])("look to %s like orders that don't exist", async (username) => {
      const other = (await world.signIn(username)).login_token;
      const id = rows[0]?.id ?? '';
      const foreign = await world.call({ url: `/prod-api/orders/${id}`, token: other });
      const missing = await world.call({ url: '/prod-api/orders/00000000-0000-7000-8000-000000000000', token: other });
      const shape = ({ statusCode, body }: typeof foreign) => [statusCode, body.replace(/"request_id":"[^"]+"/, '')];
      expect(shape(foreign)).toEqual(shape(missing));
      expect((await list({ filter: { id: [id] } }, other)).data).toEqual([]);
      expect((await list({ filter: { q: rows[0]?.order_no } }, other)).data).toEqual([]);
      const own = new Set(rows.map((row) => row.id));
      const all = await list({ range: [0, 999] }, other);
      expect(all.data.length).toBeGreaterThan(0);
      expect(all.data.filter((order) => own.has(order.id))).toEqual([]);
    });
  });

  it("aren't available to the platform, whose menu lacks the page", async () => {
    const operator = (await world.signIn('operator')).login_token;
    expect((await list({}, operator)).status).toBe(403);
  });
});

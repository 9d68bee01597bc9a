import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ordersIn } from '#console/features/dashboard/useOrdersLink.ts';
import { dashboard, merchantFigures } from '#shared/contract/dashboard.ts';
import { summarySchema } from '@merchant-console/protocol';
import { sumIn } from '#tests/support/sumIn.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';

const answerSchema = z.object({ data: z.unknown() });
const rowsSchema = z.array(z.looseObject({ id: z.string() }));
type Row = z.infer<typeof rowsSchema>[number];

/** The operator's lists, each with the merchant's own list of the same records. */
const LISTS = [
  ['platform-orders', 'orders', 'order_no'],
  ['platform-payouts', 'payouts', 'order_no'],
  ['platform-refunds', 'refunds', 'refund_no'],
  ['merchant-users', 'users', 'username'],
] as const;

describe('the operator’s lists over all merchants', () => {
  let world: World;
  let demoId = '';
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE);
    for (const name of ['operator', 'demo', 'tokyo', 'sub']) tokens[name] = (await world.signIn(name)).login_token;
    const { merchant_id } = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_no', '=', 'M100001')
      .where('type', '=', 'merchant')
      .select('merchant_id')
      .executeTakeFirstOrThrow();
    demoId = merchant_id;
  });
  afterAll(() => world.close());

  async function get(user: string, path: string): Promise<unknown> {
    const answer = await world.call({ method: 'GET', url: `/prod-api/${path}`, token: tokens[user] ?? '' });
    expect([path, answer.statusCode]).toEqual([path, 200]);
    return answerSchema.parse(answer.json()).data;
  }
  async function rows(user: string, list: string, asked: Record<string, unknown> = {}): Promise<Row[]> {
    const texts = Object.entries({ range: [0, 499], ...asked }).map(([name, value]) => [name, JSON.stringify(value)]);
    return rowsSchema.parse(await get(user, `${list}?${new URLSearchParams(texts)}`));
  }
  async function summary(user: string, list: string, filter: object) {
    return summarySchema.parse(
      await get(user, `${list}/summary?${new URLSearchParams({ filter: JSON.stringify(filter) })}`),
    );
  }
  const ids = (of: readonly Row[]) => of.map(({ id }) => id);

  it.each(LISTS)('%s has for each merchant the rows of the merchant’s own list', async (list, own, number) => {
    for (const user of ['demo', 'tokyo', 'sub']) {
      const expected = await rows(user, own, { sort: [number === 'username' ? number : 'created_at', 'ASC'] });
      const [first] = expected;
      if (!first) continue;
      const found = await rows('operator', list, { filter: { q: String(first[number]) } });
      const one = found.find(({ id }) => id === first.id);
      expect(one?.[number]).toBe(first[number]);
      expect(await get('operator', `${list}/${first.id}`)).toMatchObject({
        id: first.id,
        tenant_id: one?.['tenant_id'],
      });
      const filter = { tenant_id: one?.['tenant_id'] };
      const sort = [number === 'username' ? number : 'created_at', 'ASC'];
      expect(ids(await rows('operator', list, { filter, sort }))).toEqual(ids(expected));
    }
  });

  it.each(['platform-orders', 'platform-payouts'])(
    '%s has one order over all merchants, page by page',
    async (list) => {
      for (const order of ['ASC', 'DESC']) {
        const whole = await rows('operator', list, { sort: ['created_at', order] });
        const times = whole.map((row) => String(row['created_at']));
        expect(times).toEqual(order === 'ASC' ? times.toSorted() : times.toSorted().toReversed());
        expect(new Set(whole.map((row) => row['tenant_id'])).size).toBeGreaterThan(2);
        const { count } = await summary('operator', list, {});
        expect(count).toBe(whole.length);
        for (const first of [0, 7, whole.length - 7]) {
          const page = await rows('operator', list, { sort: ['created_at', order], range: [first, first + 6] });
          expect(ids(page)).toEqual(ids(whole.slice(first, first + 7)));
        }
        const csv = await world.call({
          url: `/prod-api/${list}/export?${new URLSearchParams({ format: 'csv', sort: JSON.stringify(['created_at', order]) })}`,
          token: tokens['operator'] ?? '',
        });
        const places = whole.map((row) => csv.body.indexOf(String(row['order_no'])));
        expect(places).toEqual(places.toSorted((one, other) => one - other));
        expect(places).not.toContain(-1);
      }
    },
  );

  it('filter by the platform’s channel, status, currency, amount and time as shown', async () => {
    const whole = await rows('operator', 'platform-orders');
    const sample = whole[3];
    for (const source of ['channel_id', 'status', 'currency', 'amount', 'created_at']) {
      const value = sample?.[source];
      const filter =
        source === 'amount' || source === 'created_at'
          ? { [`${source}_gte`]: value, [`${source}_lte`]: value }
          : { [source]: value };
      const expected = whole.filter((row) => row[source] === value);
      expect([source, ids(await rows('operator', 'platform-orders', { filter }))]).toEqual([source, ids(expected)]);
    }
    const not = { channel_id_neq: sample?.['channel_id'] };
    expect(ids(await rows('operator', 'platform-orders', { filter: not }))).toEqual(
      ids(whole.filter((row) => row['channel_id'] !== sample?.['channel_id'])),
    );
    const channels = ids(await rows('operator', 'platform-channels'));
    expect(whole.filter((row) => !channels.includes(String(row['channel_id'])))).toEqual([]);
  });

  it('include a number of any merchant in the search of the header', async () => {
    const [order] = await rows('tokyo', 'orders');
    for (const source of ['order_no', 'merchant_order_no']) {
      const found = await get('operator', `record-search?q=${String(order?.[source])}`);
      expect(found).toEqual([expect.objectContaining({ resource: 'platform_orders', id: order?.id })]);
    }
  });

  it('show cards as merchants see them, and no secret of a user', async () => {
    const payouts = new Map((await rows('demo', 'payouts')).map((row) => [row.id, row['card_number']]));
    const filter = { tenant_id: demoId };
    for (const { id, card_number } of await rows('operator', 'platform-payouts', { filter })) {
      expect(card_number).toBe(payouts.get(id));
      expect(card_number).toMatch(/^\d{4}•+\d{4}$/);
    }
    const [user] = await rows('operator', 'merchant-users', { filter });
    expect(Object.keys(user ?? {}).filter((key) => /secret|password|hash|token/.test(key))).toEqual([]);
    expect(user).toMatchObject({ totp_bound: true, roles: expect.any(String) });
  });

  it('include the sessions that are active now', async () => {
    const filter = { tenant_id: demoId };
    const { login_token: token } = await world.signIn('demo');
    const before = await rows('operator', 'merchant-sessions', { filter });
    expect(before.length).toBeGreaterThan(0);
    expect(before[0]).not.toHaveProperty('token_hash');
    await world.call({ method: 'POST', url: '/prod-api/logout', token, payload: {} });
    expect(await rows('operator', 'merchant-sessions', { filter })).toHaveLength(before.length - 1);
    await sql`update sessions set last_seen_at = last_seen_at - interval '16 minutes' where merchant_id = ${demoId}`.execute(
      world.db.kysely,
    );
    expect(await rows('operator', 'merchant-sessions', { filter })).toEqual([]);
    tokens['demo'] = (await world.signIn('demo')).login_token;
  });

  it('agree with a merchant’s figures and the dashboard', async () => {
    for (const range of ['today', '7d', '30d']) {
      const figures = merchantFigures.data.parse(await get('operator', `merchants/${demoId}/figures?range=${range}`));
      const home = dashboard.data.parse(await get('operator', `home-info?range=${range}`));
      expect(figures.range).toEqual(home.range);
      for (const { currency, figures: orders, payouts } of figures.business) {
        const share = home.business
          ?.find((one) => one.currency === currency)
          ?.by_merchant.find(({ id }) => id === demoId);
        if (share) expect(orders).toEqual(share.figures);
        const of = { span: figures.range.span, currency, tenantId: demoId };
        expect(orders.count).toBe((await summary('operator', 'platform-orders', ordersIn(of))).count);
        const paid = await summary('operator', 'platform-payouts', ordersIn({ ...of, status: 'success' }));
        expect([payouts.success_count, payouts.amount]).toEqual([paid.count, sumIn(paid, 'amount', currency)]);
        const open = ordersIn({ ...of, status: ['pending', 'processing'] });
        expect(payouts.open_count).toBe((await summary('operator', 'platform-payouts', open)).count);
      }
      const { balances } = dashboard.data.parse(await get('demo', 'home-info'));
      expect(figures.balances).toEqual(balances);
    }
    const unknown = await world.call({
      url: '/prod-api/merchants/00000000-0000-7000-8000-000000000001/figures',
      token: tokens['operator'] ?? '',
    });
    expect(unknown.statusCode).toBe(404);
  });
});

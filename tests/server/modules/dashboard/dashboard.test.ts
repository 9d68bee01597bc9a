import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ordersIn } from '#console/features/dashboard/useOrdersLink.ts';
import {
  dashboard,
  SLOW_AFTER_MINUTES,
  WAITING_STATUS,
  type Dashboard,
  type OrderFigures,
  type Span,
} from '#shared/contract/dashboard.ts';
import { addDays } from '@merchant-console/declaration';
import { summarySchema } from '@merchant-console/protocol';
import { insertRows } from '#server/db/rows.ts';
import { foldDeltas } from '#server/figures/foldDeltas.ts';
import { sumIn } from '#tests/support/sumIn.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { expectDataSince } from '../../figures/expectDataSince.ts';
import { orderOf } from '../../figures/orderOf.ts';
import { successShare } from '../../figures/successShare.ts';

const answerSchema = z.object({ data: z.unknown() });
const ofDemo = sql`(select tenant_id from directory where name = 'demo')`;

describe('GET /home-info', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE);
  });
  afterAll(() => world.close());

  async function get(token: string, path: string): Promise<unknown> {
    const answer = await world.call({ method: 'GET', url: `/prod-api${path}`, token });
    expect([path, answer.statusCode]).toEqual([path, 200]);
    return answerSchema.parse(answer.json()).data;
  }
  const home = async (token: string, query = '') => dashboard.data.parse(await get(token, `/home-info${query}`));
  const tokenOf = async (username: string) => (await world.signIn(username)).login_token;
  /** The summary of the list that a figure links to. */
  async function listed(token: string, resource: string, filter: object) {
    const query = new URLSearchParams({ filter: JSON.stringify(filter) });
    return summarySchema.parse(await get(token, `/${resource}/summary?${query.toString()}`));
  }
  async function figures(
    token: string,
    span: Span,
    of: { channelId?: string; currency?: string },
  ): Promise<OrderFigures> {
    const all = await listed(token, 'orders', ordersIn({ span, ...of }));
    const succeeded = await listed(token, 'orders', ordersIn({ span, ...of, status: 'success' }));
    const open = await listed(token, 'orders', ordersIn({ span, ...of, status: 'pending' }));
    const outcomes = { count: all.count, open_count: open.count, success_count: succeeded.count };
    return {
      ...outcomes,
      success_rate: successShare(all.count, open.count, succeeded.count),
      // Over all orders, because a fee counts only once it is charged.
      amount: sumIn(succeeded, 'amount'),
      fee: sumIn(all, 'fee'),
    };
  }
  /** Compares every figure of a response with its list. */
  async function expectAgreement(token: string, { orders, range }: Dashboard) {
    for (const { currency, trend, trend_before, by_status, by_channel, ...whole } of orders?.currencies ?? []) {
      const check = async (span: Span, shown: OrderFigures, channelId?: string) => {
        const of = { currency, ...(channelId !== undefined && { channelId }) };
        expect({ span, ...of, shown }).toEqual({ span, ...of, shown: await figures(token, span, of) });
      };
      await check(range.span, whole.figures);
      await check(range.before, whole.figures_before);
      await expectDataSince(world.db, sql`merchant_id = ${ofDemo}`, range.before, { currency, ...whole });
      for (const { channel_id, figures: ofChannel } of by_channel) await check(range.span, ofChannel, channel_id);
      for (const { status, count, amount } of by_status) {
        const summary = await listed(token, 'orders', ordersIn({ span: range.span, status, currency }));
        expect({ status, count, amount }).toEqual({ status, count: summary.count, amount: sumIn(summary, 'amount') });
      }
      for (const { span, figures: shown } of [...trend, ...trend_before]) {
        if (shown.count > 0) await check(span, shown);
      }
      const sum = (of: readonly { figures: OrderFigures }[]) => of.reduce((total, one) => total + one.figures.count, 0);
      expect(sum(trend)).toBe(whole.figures.count);
      if (range.step === 'day') expect(sum(trend_before)).toBe(whole.figures_before.count);
    }
  }

  it('agrees exactly with the lists, before and after sums are folded, and in two currencies', async () => {
    const token = await tokenOf('demo');
    const first = await home(token, '?range=30d');
    expect(first.orders?.currencies[0]?.figures.count).toBeGreaterThan(4);
    await foldDeltas(world.db);
    expect({ ...(await home(token, '?range=30d')), as_of: '' }).toEqual({ ...first, as_of: '' });

    const now = world.clock.now();
    // The boundaries of today's hours and days, and the time up to which yesterday is compared.
    await sql`
      update orders set currency = 'USD', created_at = ${now}::timestamptz - interval '24 hours' - interval '1 millisecond'
      where merchant_id = ${ofDemo} and id in (
        select id from orders where merchant_id = ${ofDemo} order by created_at limit 3)`.execute(world.db.kysely);
    await sql`
      update orders set currency = 'USD', created_at = ${now}::timestamptz - interval '24 hours'
      where merchant_id = ${ofDemo} and id in (
        select id from orders where merchant_id = ${ofDemo} order by created_at limit 4)`.execute(world.db.kysely);
    const mixed = await home(token);
    expect(mixed.orders?.currencies.map(({ currency }) => currency)).toEqual(['CNY', 'USD']);
    expect(mixed.orders?.currencies[1]?.figures_before.count).toBe(3);
    const { from: yesterday } = mixed.range.days_before;
    const whole = await home(token, `?from=${yesterday}&to=${yesterday}`);
    expect(whole.orders?.currencies.find(({ currency }) => currency === 'USD')?.figures.count).toBe(7);
    const today = mixed.range.days.to;
    const own = `?from=${addDays(today, -40)}&to=${addDays(today, -3)}`;
    for (const query of ['?range=7d', '?range=30d', '?range=month', own]) {
      await expectAgreement(token, await home(token, query));
    }
    await expectAgreement(token, mixed);
    // The first orders in dollars were yesterday; those in yuan earlier.
    expect(mixed.orders?.currencies.map((one) => one.data_since === null)).toEqual([true, false]);
    await expectAgreement(token, whole);
    const only = await home(token, '?currency=USD');
    expect(only.orders?.currencies).toEqual(mixed.orders?.currencies.slice(1));
  });

  it('accepts up to 366 days that have begun, and explains other rejections', async () => {
    const token = await tokenOf('demo');
    const { days } = (await home(token)).range;
    const year = await home(token, `?from=${addDays(days.to, -365)}&to=${days.to}`);
    expect(year.orders?.currencies[0]?.trend).toHaveLength(366);
    expect((await home(token, `?from=${days.to}`)).range).toMatchObject({ key: null, days });
    for (const [from, to, problem] of [
      [addDays(days.to, -366), days.to, /366/],
      [days.to, addDays(days.to, -1), /before the start/],
      [days.to, addDays(days.to, 1), /future/],
    ] as const) {
      const answer = await world.call({ url: `/prod-api/home-info?${new URLSearchParams({ from, to })}`, token });
      expect([from, to, answer.statusCode]).toEqual([from, to, 422]);
      expect(answer.body).toMatch(problem);
    }
  });

  it('shows pending work as its list does, without the user’s own requests, and balances as the wallets do', async () => {
    const shownOwn: Record<string, number> = {};
    for (const username of ['demo', 'checker', 'operator']) {
      const token = await tokenOf(username);
      const { id } = z.object({ id: z.string() }).parse(await get(token, '/vue-element-admin/user/info'));
      const { waiting, balances, payouts_under_way: payouts } = await home(token);
      for (const { kind: of, count, own_count } of waiting) {
        const filter = { status: [WAITING_STATUS[of]] };
        const shown = await listed(token, of.replaceAll('_', '-'), filter);
        expect([of, count + own_count]).toEqual([of, shown.count]);
        if (of !== 'payment_requests' && of !== 'refunds') continue;
        const own = await listed(token, of.replaceAll('_', '-'), { ...filter, creator_id: id });
        expect([of, own_count]).toEqual([of, own.count]);
        shownOwn[`${username}: ${of}`] = own.count;
      }
      if (username === 'operator') {
        expect(waiting.map(({ kind: of }) => of)).toEqual([
          'deposit_reviews',
          'withdrawal_reviews',
          'adjustments',
          'operator_requests',
        ]);
        continue;
      }
      const wallets = z
        .array(z.object({ currency: z.string(), total: z.string() }))
        .parse(await get(token, '/wallets'));
      expect(balances).toMatchObject(wallets);
      const listedPayouts = await listed(token, 'payouts', { status: ['pending', 'processing'] });
      expect(payouts?.reduce((total, { count }) => total + count, 0)).toBe(listedPayouts.count);
    }
    expect(shownOwn['demo: payment_requests']).toBeGreaterThan(0);
  });

  it('shows own batches as waiting for colleagues only above the approval threshold', async () => {
    const merchant = () => world.db.kysely.updateTable('merchants').where('merchant_no', '=', 'M100001');
    const token = await tokenOf('demo');
    const batches = async () => (await home(token)).waiting.find(({ kind }) => kind === 'batch_transfers');
    const before = await batches();
    const { approval_threshold } = await world.db.kysely
      .selectFrom('merchants')
      .where('merchant_no', '=', 'M100001')
      .select('approval_threshold')
      .executeTakeFirstOrThrow();
    const { id } = await world.db.kysely
      .selectFrom('users')
      .where('username', '=', 'demo')
      .select('id')
      .executeTakeFirstOrThrow();
    await world.db.kysely
      .updateTable('batch_transfers')
      .set({ creator_id: id })
      .where('status', '=', 'draft')
      .execute();
    const drafts = before?.count ?? 0;
    expect(before).toMatchObject({ own_count: 0 });
    expect(drafts).toBeGreaterThan(0);
    await merchant().set({ approval_threshold: 0n }).execute();
    expect(await batches()).toMatchObject({ count: 0, own_count: drafts });
    await merchant().set({ approval_threshold }).execute();
    expect(await batches()).toMatchObject({ count: drafts, own_count: 0 });
  });

  it('shows the platform each channel with the orders of all merchants, and a merchant only its own', async () => {
    const now = world.clock.now();
    const byChannel = async (from: number, to: number, where = sql`true`) => {
      const { rows } = await sql<{ id: string; count: number; open: number; success: number; amount: string }>`
        select coalesce(c.platform_channel_id, c.id) as id, count(*)::integer as count,
          (count(*) filter (where o.status = 'pending'))::integer as open,
          (count(*) filter (where o.status = 'success'))::integer as success,
          coalesce(sum(o.amount) filter (where o.status = 'success'), 0)::text as amount
        from orders o join channels c on c.merchant_id = o.merchant_id and c.id = o.channel_id
        where o.created_at >= ${new Date(now.getTime() - from * 60_000)} and ${where}
          and o.created_at < ${new Date(now.getTime() - to * 60_000)}
        group by 1`.execute(world.db.kysely);
      return new Map(rows.map(({ id, ...row }) => [id, row]));
    };
    // Some that should have a result by now.
    const { rows: own } = await sql<{ merchant_id: string; id: string; currency: string }>`
      select merchant_id, id, currency from channels where type = 'collection' and platform_channel_id is not null`.execute(
      world.db.kysely,
    );
    await insertRows(
      world.db.kysely,
      'orders',
      own.map(({ merchant_id, id, currency }) =>
        orderOf(merchant_id, id, {
          created_at: new Date(now.getTime() - 3 * 3_600_000),
          currency,
          status: 'pending',
          amount: 100n,
          fee: 1n,
        }),
      ),
    );
    const [day, before, slow] = [
      await byChannel(24 * 60, 0),
      await byChannel(48 * 60, 24 * 60),
      await byChannel(24 * 60, SLOW_AFTER_MINUTES, sql`o.status = 'pending'`),
    ];
    const operator = await tokenOf('operator');
    for (const folded of [false, true]) {
      if (folded) await foldDeltas(world.db);
      const { channels = [] } = await home(operator);
      expect(channels.filter(({ slow: { count } }) => count > 0).length).toBeGreaterThan(1);
      for (const { id, day: shown, day_before, slow: stuck, collected, last_order_at } of channels) {
        const of = day.get(id) ?? { count: 0, open: 0, success: 0, amount: '0' };
        expect(shown).toMatchObject({ count: of.count, open_count: of.open, success_count: of.success });
        expect(day_before.count).toBe(before.get(id)?.count ?? 0);
        expect(stuck.count).toBe(slow.get(id)?.count ?? 0);
        expect(collected.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(BigInt(of.amount));
        expect(last_order_at === null).toBe(of.count + (before.get(id)?.count ?? 0) === 0);
      }
      const all = channels.reduce((sum, { day: { count } }) => sum + count, 0);
      expect(all).toBe([...day.values()].reduce((sum, { count }) => sum + count, 0));
    }
    const token = await tokenOf('demo');
    const { channels = [] } = await home(token);
    for (const { id, day: shown, slow: stuck } of channels) {
      const all = await listed(token, 'orders', {
        channel_id: id,
        created_at_gte: new Date(now.getTime() - 86_400_000),
      });
      expect(shown.count).toBe(all.count);
      const late = await listed(token, 'orders', ordersIn({ span: stuck.span, channelId: id, status: 'pending' }));
      expect(stuck.count).toBe(late.count);
    }
    expect(channels.reduce((sum, { day: { count } }) => sum + count, 0)).toBeLessThan(
      [...day.values()].reduce((sum, { count }) => sum + count, 0),
    );
  });

  it('leaves out what the user may not see', async () => {
    await sql`delete from role_permissions where permission in ('orders.list', 'ledgers.list', 'base_info.show')`.execute(
      world.db.kysely,
    );
    const shown = Object.keys(await home(await tokenOf('viewer')));
    for (const part of ['orders', 'channels', 'balances', 'signing_key', 'merchants'])
      expect(shown).not.toContain(part);
    const platform = await home(await tokenOf('operator'));
    expect(platform.merchants?.active).toBeGreaterThan(3);
    expect(platform).not.toHaveProperty('orders');
    expect(platform).toHaveProperty('channels');
    // An owner has all permissions. An operator's role that is no longer an owner's has only those granted.
    const operators = sql`(select tenant_id from directory where name = 'operator')`;
    await sql`update roles set is_owner = false where merchant_id = ${operators}`.execute(world.db.kysely);
    await sql`
      insert into role_permissions (merchant_id, role_id, permission)
      select merchant_id, id, 'home.show' from roles where merchant_id = ${operators}
      on conflict do nothing`.execute(world.db.kysely);
    expect(await home(await tokenOf('operator'))).not.toHaveProperty('channels');
  });
});

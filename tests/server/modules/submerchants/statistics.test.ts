import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { summarySchema } from '@merchant-console/protocol';
import {
  submerchantStatistics,
  type Figures,
  type StatisticsOverview,
} from '#shared/contract/submerchantStatistics.ts';
import { addDays, dayInZone, endOfDay, startOfDay } from '@merchant-console/declaration';
import { insertRows } from '#server/db/rows.ts';
import { dashboard } from '#shared/contract/dashboard.ts';
import { sumIn } from '#tests/support/sumIn.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { orderOf } from '../../figures/orderOf.ts';
import { successShare } from '../../figures/successShare.ts';
import { submerchantCalls } from './submerchantCalls.ts';

const ZONE = 'Asia/Shanghai';
/** Shanghai's offset from UTC since 1991, in milliseconds. */
const AHEAD_MS = 8 * 3_600_000;
const MIDDLE = '海星生鲜（华东）';

interface Row {
  merchant_id: string;
  status: string;
  amount: bigint;
  fee: bigint;
  created_at: Date;
}

describe('statistics of sub-merchants', () => {
  let world: World;
  let calls: ReturnType<typeof submerchantCalls>;
  let owner = '';
  let period = { from: '', to: '' };
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE, { orders: 700 });
    calls = submerchantCalls(world);
    owner = (await world.signIn('demo')).login_token;
    const today = dayInZone(world.clock.now(), ZONE);
    period = { from: addDays(today, -59), to: today };
  });
  afterAll(() => world.close());

  async function overview(token: string, query: object): Promise<StatisticsOverview> {
    const { data } = await calls.send('GET', `/submerchant-stats/overview?${new URLSearchParams({ ...query })}`, token);
    return submerchantStatistics.data.parse(data);
  }
  const own = ({ currencies: [one] }: StatisticsOverview) => {
    if (!one) throw new Error('no currency');
    return one;
  };
  /** The same figures from the lists that they link to. */
  async function listed(token: string, from: string, to: string, of: object = {}): Promise<Figures> {
    const times = { created_at_gte: startOfDay(from, ZONE), created_at_lte: endOfDay(to, ZONE) };
    const ask = async (resource: string, more: object) => {
      const filter = JSON.stringify({ ...times, ...of, ...more });
      return summarySchema.parse(
        (await calls.send('GET', `/${resource}/summary?${new URLSearchParams({ filter })}`, token)).data,
      );
    };
    const [done, open] = [{ status: ['success'] }, { status: ['pending', 'processing'] }];
    const [orders, paid] = [await ask('submerchant-orders', {}), await ask('submerchant-orders', done)];
    const [payouts, sent] = [await ask('submerchant-payouts', {}), await ask('submerchant-payouts', done)];
    const [due, underWay] = [
      await ask('submerchant-orders', { status: ['pending'] }),
      await ask('submerchant-payouts', open),
    ];
    return {
      collection_count: orders.count,
      collection_open_count: due.count,
      collection_success_count: paid.count,
      collection_success_rate: successShare(orders.count, due.count, paid.count),
      collection_amount: sumIn(paid, 'amount'),
      collection_fee: sumIn(orders, 'fee'),
      payout_count: payouts.count,
      payout_open_count: underWay.count,
      payout_success_count: sent.count,
      payout_success_rate: successShare(payouts.count, underWay.count, sent.count),
      payout_amount: sumIn(sent, 'amount'),
      payout_fee: sumIn(payouts, 'fee'),
    };
  }

  /** The day of the first order or payout of these merchants, if it isn't before `from`; otherwise null. */
  async function since(table: 'orders' | 'payouts', merchants: readonly string[], from: string) {
    const { rows } = await sql<{ day: string }>`
      select min((created_at at time zone ${ZONE})::date)::text as day from ${sql.table(table)}
      where merchant_id in (${sql.join(merchants)})`.execute(world.db.kysely);
    const day = rows[0]?.day ?? null;
    return day !== null && day >= from ? day : null;
  }

  const columns = ['merchant_id', 'status', 'amount', 'fee', 'created_at'] as const;

  /** The same figures, added up from the rows of these merchants. */
  async function addedUp(merchants: readonly string[], from: string, to: string): Promise<Figures> {
    const { kysely } = world.db;
    const among = (rows: readonly Row[]) =>
      rows.filter(({ merchant_id, created_at }) => {
        const day = new Date(created_at.getTime() + AHEAD_MS).toISOString().slice(0, 10);
        return merchants.includes(merchant_id) && from <= day && day <= to;
      });
    const orders = among(await kysely.selectFrom('orders').select(columns).execute());
    const payouts = among(await kysely.selectFrom('payouts').select(columns).execute());
    const sumOf = (rows: readonly Row[], of: 'amount' | 'fee') => {
      let sum = 0n;
      for (const row of rows) if (row.status === 'success') sum += row[of];
      return String(sum);
    };
    const countOf = (rows: readonly Row[], ...statuses: string[]) =>
      rows.filter(({ status }) => statuses.includes(status)).length;
    const [due, paid] = [countOf(orders, 'pending'), countOf(orders, 'success')];
    const [underWay, sent] = [countOf(payouts, 'pending', 'processing'), countOf(payouts, 'success')];
    return {
      collection_count: orders.length,
      collection_open_count: due,
      collection_success_count: paid,
      collection_success_rate: successShare(orders.length, due, paid),
      collection_amount: sumOf(orders, 'amount'),
      collection_fee: sumOf(orders, 'fee'),
      payout_count: payouts.length,
      payout_open_count: underWay,
      payout_success_count: sent,
      payout_success_rate: successShare(payouts.length, underWay, sent),
      payout_amount: sumOf(payouts, 'amount'),
      payout_fee: sumOf(payouts, 'fee'),
    };
  }
  /** A merchant and all its descendants. */
  async function branch(id: string): Promise<string[]> {
    const all = await world.db.kysely.selectFrom('merchants').select(['merchant_id', 'parent_id']).execute();
    const found = [id];
    for (const member of found) {
      for (const { merchant_id, parent_id } of all) if (parent_id === member) found.push(merchant_id);
    }
    return found;
  }
  const below = async ({ members }: StatisticsOverview) =>
    (await Promise.all(members.map(({ id }) => branch(id)))).flat();

  it('equal the sums of the rows and of the lists exactly: in total, by branch and level, and for the period before', async () => {
    const { id: middle } = await calls.named(owner, MIDDLE);
    const all = await overview(owner, period);
    expect(own(all).total).toEqual(await addedUp(await below(all), period.from, period.to));
    expect(own(all).total).toEqual(await listed(owner, period.from, period.to));
    expect(own(all).total.collection_count).toBeGreaterThan(20);
    const { from, to } = all.previous;
    expect(own(all).previous).toEqual(await addedUp(await below(all), from, to));
    expect(own(all).previous).toEqual(await listed(owner, from, to));
    expect(to).toBe(addDays(period.from, -1));
    for (const [index, { id }] of all.members.entries()) {
      const shown = own(all).by_member[index];
      expect(shown).toEqual(await addedUp(await branch(id), period.from, period.to));
      expect(shown).toEqual(await listed(owner, period.from, period.to, { branch_id: id }));
    }
    const within = await overview(owner, { ...period, submerchant_id: middle });
    const earliest = addDays(period.from, -300);
    for (const days of [period, { from: addDays(period.to, -1), to: period.to }, { from: earliest, to: period.to }]) {
      const shown = await overview(owner, days);
      const merchants = await below(shown);
      expect([days, own(shown).collection_since, own(shown).payout_since]).toEqual([
        days,
        await since('orders', merchants, shown.previous.from),
        await since('payouts', merchants, shown.previous.from),
      ]);
    }
    // Otherwise each comparison would have been covered by data.
    expect(own(await overview(owner, { from: earliest, to: period.to })).collection_since).not.toBeNull();
    expect(own(within).total).toEqual(own(all).by_member[all.members.findIndex(({ id }) => id === middle)]);
    expect(within.path).toEqual([{ id: middle, name: MIDDLE }]);
    expect(within.members.map(({ is_self }) => is_self)).toEqual([true, false, false]);
    expect(own(within).by_member[0]).toEqual(await addedUp([middle], period.from, period.to));
    expect(own(within).by_member[0]).toEqual(await listed(owner, period.from, period.to, { submerchant_id: middle }));
    const sum = (figures: readonly Figures[]) =>
      figures.reduce((total, one) => total + BigInt(one.collection_amount), 0n);
    for (const one of [own(all), own(within)]) {
      expect(sum(one.by_member)).toBe(BigInt(one.total.collection_amount));
      expect(sum(one.by_day)).toBe(BigInt(one.total.collection_amount));
    }
  });

  it("use days of the reader's time zone, in the daily list too", async () => {
    const { id } = await calls.named(owner, MIDDLE);
    const afterMidnight = new Date(startOfDay(addDays(period.to, -3), ZONE).getTime() + 60_000);
    // On the day before in UTC.
    await world.db.kysely
      .updateTable('orders')
      .set({ created_at: afterMidnight })
      .where('merchant_id', '=', id)
      .where('status', '=', 'success')
      .execute();
    const all = await overview(owner, period);
    const busiest = all.days.toSorted(
      (one, other) =>
        (own(all).by_day[all.days.indexOf(other)]?.collection_count ?? 0) -
        (own(all).by_day[all.days.indexOf(one)]?.collection_count ?? 0),
    );
    for (const day of busiest.slice(0, 5)) {
      const figures = own(all).by_day[all.days.indexOf(day)];
      expect(figures).toEqual(await addedUp(await below(all), day, day));
      expect(figures).toEqual(await listed(owner, day, day));
      const filter = JSON.stringify({ day_gte: day, day_lte: day });
      const { data } = await calls.send('GET', `/submerchant-stats/summary?${new URLSearchParams({ filter })}`, owner);
      expect(sumIn(summarySchema.parse(data), 'collection_amount')).toBe(figures?.collection_amount);
    }
  });

  it('equal the sub-merchant’s own dashboard, including the success rate', async () => {
    const sub = (await world.signIn('sub')).login_token;
    const { id } = await calls.named(owner, MIDDLE);
    // Adds an open order per hour for three days, because otherwise no day has both open and finished ones.
    const { rows: channels } = await sql<{ id: string }>`
      select id from channels where merchant_id = ${id} and type = 'collection'`.execute(world.db.kysely);
    const now = world.clock.now().getTime();
    const open = Array.from({ length: 72 }, (_, hours) => ({
      created_at: new Date(now - hours * 3_600_000),
      currency: 'CNY',
      status: 'pending' as const,
      amount: 100n,
      fee: 1n,
    }));
    await insertRows(
      world.db.kysely,
      'orders',
      open.map((of) => orderOf(id, channels[0]?.id ?? '', of)),
    );
    const { orders } = dashboard.data.parse((await calls.send('GET', '/home-info?range=30d', sub)).data);
    const busy = (orders?.currencies[0]?.trend ?? []).filter(
      ({ figures }) => figures.open_count > 0 && figures.success_count > 0,
    );
    expect(busy.length).toBeGreaterThan(0);
    for (const { span, figures } of busy) {
      const day = dayInZone(new Date(span.from), ZONE);
      const within = await overview(owner, { from: day, to: day, submerchant_id: id });
      const { by_member } = own(within);
      const shown = by_member[within.members.findIndex(({ is_self }) => is_self)];
      expect(shown).toMatchObject({
        collection_count: figures.count,
        collection_open_count: figures.open_count,
        collection_success_count: figures.success_count,
        collection_success_rate: figures.success_rate,
        collection_amount: figures.amount,
        collection_fee: figures.fee,
      });
      const filter = JSON.stringify({ day_gte: day, day_lte: day, submerchant_id: id });
      const { data } = await calls.send('GET', `/submerchant-stats?${new URLSearchParams({ filter })}`, owner);
      expect(z.array(z.looseObject({})).parse(data)).toMatchObject([{ success_rate: figures.success_rate }]);
    }
  });

  it('are visible to their tenant only, for at most a year', async () => {
    const sub = (await world.signIn('sub')).login_token;
    const tokyo = (await world.signIn('tokyo')).login_token;
    const { id: sibling } = await calls.named(owner, '海星数码（华南）');
    const ask = (token: string, query: object) =>
      calls.send('GET', `/submerchant-stats/overview?${new URLSearchParams({ ...period, ...query })}`, token);
    expect((await ask(sub, { submerchant_id: sibling })).status).toBe(404);
    expect((await overview(sub, period)).members.map(({ name }) => name)).toHaveLength(2);
    const nothing = await overview(tokyo, period);
    expect(nothing.currencies).toEqual([expect.objectContaining({ currency: 'JPY', previous: null, by_member: [] })]);
    expect((await ask(owner, { from: addDays(period.to, -400) })).errors).toHaveProperty('to');
    expect((await ask(owner, { from: addDays(period.to, 1) })).errors).toHaveProperty('to');
    const filter = JSON.stringify({ branch_id: sibling });
    const { data } = await calls.send('GET', `/submerchant-orders/summary?${new URLSearchParams({ filter })}`, sub);
    expect(summarySchema.parse(data).count).toBe(0);
  });
});

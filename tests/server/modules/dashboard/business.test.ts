import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ordersIn } from '#console/features/dashboard/useOrdersLink.ts';
import {
  dashboard,
  type CurrencyBusiness,
  type Dashboard,
  type OrderFigures,
  type Span,
} from '#shared/contract/dashboard.ts';
import { summarySchema } from '@merchant-console/protocol';
import { addDays } from '@merchant-console/declaration';
import { foldDeltas } from '#server/figures/foldDeltas.ts';
import { sumIn } from '#tests/support/sumIn.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { expectDataSince } from '../../figures/expectDataSince.ts';
import { ledgerFigures } from '../../figures/ledgerFigures.ts';
import { addMixedOrders } from '../../figures/mixedCurrencies.ts';
import { successShare } from '../../figures/successShare.ts';

const answerSchema = z.object({ data: z.unknown() });

describe('the platform’s part of GET /home-info', () => {
  let world: World;
  let operator = '';
  let demo = '';
  let demoId = '';
  beforeAll(async () => {
    world = await startWorld(USUAL_DATABASE);
    operator = (await world.signIn('operator')).login_token;
    demo = (await world.signIn('demo')).login_token;
    const { tenant_id } = await world.db.kysely
      .selectFrom('directory')
      .where('name', '=', 'demo')
      .select('tenant_id')
      .executeTakeFirstOrThrow();
    demoId = tenant_id;
    await addMixedOrders(world.db, demoId, world.clock.now(), 21);
  });
  afterAll(() => world.close());

  async function get(token: string, path: string): Promise<unknown> {
    const answer = await world.call({ method: 'GET', url: `/prod-api${path}`, token });
    expect([path, answer.statusCode]).toEqual([path, 200]);
    return answerSchema.parse(answer.json()).data;
  }
  const home = async (token: string, query = '') => dashboard.data.parse(await get(token, `/home-info${query}`));
  async function listed(token: string, list: string, filter: object) {
    const query = new URLSearchParams({ filter: JSON.stringify(filter) });
    return summarySchema.parse(await get(token, `/${list}/summary?${query.toString()}`));
  }

  interface Counted {
    key: string;
    count: number;
    open_count: number;
    success_count: number;
    amount: string;
    fee: string;
  }
  /** Counts the rows of all merchants created in a span one by one. */
  async function counted(table: 'orders' | 'payouts', { from, to }: Span, currency: string, key = sql`'all'`) {
    const { rows } = await sql<Counted>`
      select ${key} as key, count(*)::integer as count,
        (count(*) filter (where r.status in ('pending', 'processing')))::integer as open_count,
        (count(*) filter (where r.status = 'success'))::integer as success_count,
        coalesce(sum(r.amount) filter (where r.status = 'success'), 0)::text as amount,
        coalesce(sum(r.fee) filter (where r.status = 'success'), 0)::text as fee
      from ${sql.table(table)} r join channels c on c.merchant_id = r.merchant_id and c.id = r.channel_id
      where r.created_at >= ${from} and r.created_at < ${to} and r.currency = ${currency}
      group by 1`.execute(world.db.kysely);
    return new Map(
      rows.map(({ key: of, ...row }) => [
        of,
        { ...row, success_rate: successShare(row.count, row.open_count, row.success_count) },
      ]),
    );
  }
  const NOTHING = { count: 0, open_count: 0, success_count: 0, success_rate: null, amount: '0', fee: '0' };
  const inAll = async (table: 'orders' | 'payouts', span: Span, currency: string) =>
    (await counted(table, span, currency)).get('all') ?? NOTHING;

  /** The total of the ledger's fees account for everything created in a span. */
  async function feesInLedger({ from, to }: Span, currency: string): Promise<bigint> {
    const { rows } = await sql<{ id: string }>`${sql.join(
      ['orders', 'payouts', 'deposits', 'withdrawals', 'refunds'].map(
        (table) => sql`select id from ${sql.table(table)} where created_at >= ${from} and created_at < ${to}`,
      ),
      sql` union all `,
    )}`.execute(world.db.kysely);
    const figures = await ledgerFigures(
      world.db,
      rows.map(({ id }) => id),
    );
    return figures.find((one) => one.currency === currency)?.fees ?? 0n;
  }

  async function expectAgreement({ range, business = [] }: Dashboard): Promise<void> {
    for (const one of business) {
      const { currency, figures, figures_before, payouts, fees, trend, by_merchant, by_channel } = one;
      expect(figures).toEqual(await inAll('orders', range.span, currency));
      expect(figures_before).toEqual(await inAll('orders', range.before, currency));
      await expectDataSince(world.db, sql`true`, range.before, one);
      const { fee, ...paid } = await inAll('payouts', range.span, currency);
      expect(payouts).toEqual(paid);
      expect(fees).toMatchObject({ collections: figures.fee, payouts: fee });
      for (const [list, status, part] of [
        ['deposit-reviews', 'pass', fees.deposits],
        ['withdrawal-reviews', 'success', fees.withdrawals],
      ] as const) {
        const summary = await listed(operator, list, ordersIn({ span: range.span, status, currency }));
        expect([list, part]).toEqual([list, sumIn(summary, 'fee', currency)]);
      }
      expect(BigInt(fees.total)).toBe(await feesInLedger(range.span, currency));
      const sum = (of: readonly { figures: OrderFigures }[]) =>
        of.reduce((total, next) => total + next.figures.count, 0);
      expect(sum(trend)).toBe(figures.count);
      const merchants = await counted('orders', range.span, currency, sql`r.merchant_id`);
      expectLargest(by_merchant, merchants);
      const channels = await counted('orders', range.span, currency, sql`coalesce(c.platform_channel_id, c.id)`);
      expectLargest(
        by_channel.map(({ channel_id: id, ...share }) => ({ ...share, id })),
        channels,
      );
    }
  }

  function expectLargest(
    shares: readonly Pick<CurrencyBusiness['by_merchant'][number], 'id' | 'figures'>[],
    all: ReadonlyMap<string, OrderFigures>,
  ): void {
    expect(shares).toHaveLength(Math.min(10, all.size));
    for (const { id, figures } of shares) expect([id, figures]).toEqual([id, all.get(id)]);
    const amounts = [...all.values()]
      .map(({ amount }) => BigInt(amount))
      .toSorted((one, other) => (one > other ? -1 : 1));
    expect(shares.map(({ figures }) => BigInt(figures.amount))).toEqual(amounts.slice(0, shares.length));
  }

  it('agrees with the rows, the lists and the ledger, by currency, before and after sums are folded', async () => {
    const { days } = (await home(operator)).range;
    const own = `?from=${addDays(days.to, -40)}&to=${addDays(days.to, -2)}`;
    for (const isFolded of [false, true]) {
      if (isFolded) await foldDeltas(world.db);
      for (const query of ['', '?range=7d', '?range=month', own]) await expectAgreement(await home(operator, query));
    }
    const { business = [] } = await home(operator, own);
    expect(business.length).toBeGreaterThan(1);
    expect(business[0]?.currency).toBe('CNY');
    const parts = business.flatMap(({ fees }) => [fees.collections, fees.payouts, fees.deposits, fees.withdrawals]);
    expect(parts.filter((part) => part !== '0').length).toBeGreaterThan(3);
  });

  it('counts for each merchant the same as the merchant’s own list', async () => {
    const { business = [], range } = await home(operator, '?range=30d');
    for (const { currency, by_merchant } of business) {
      const share = by_merchant.find(({ id }) => id === demoId);
      if (!share) continue;
      const filter = { span: range.span, currency };
      const all = await listed(demo, 'orders', ordersIn(filter));
      const succeeded = await listed(demo, 'orders', ordersIn({ ...filter, status: 'success' }));
      expect([share.figures.count, share.figures.amount]).toEqual([all.count, sumIn(succeeded, 'amount', currency)]);
      expect(share.figures.fee).toBe(sumIn(all, 'fee', currency));
    }
    expect(business[0]?.by_merchant.map(({ id }) => id)).toContain(demoId);
  });

  it('deducts returned fees', async () => {
    const { rows } = await sql<{ returned: string; currency: string }>`
      select currency, sum(fee_returned)::text as returned from refunds where status = 'success'
      group by currency having sum(fee_returned) > 0`.execute(world.db.kysely);
    const { days } = (await home(operator)).range;
    const { business = [] } = await home(operator, `?from=${addDays(days.to, -365)}&to=${days.to}`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { currency, returned } of rows) {
      expect(business.find((one) => one.currency === currency)?.fees.returned).toBe(returned);
    }
  });

  it("isn't shown to merchants, nor to operators who may not list merchants", async () => {
    expect(await home(demo)).not.toHaveProperty('business');
    const operators = sql`(select tenant_id from directory where name = 'operator')`;
    await sql`update roles set is_owner = false where merchant_id = ${operators}`.execute(world.db.kysely);
    await sql`
      insert into role_permissions (merchant_id, role_id, permission)
      select merchant_id, id, 'home.show' from roles where merchant_id = ${operators}
      on conflict do nothing`.execute(world.db.kysely);
    expect(await home((await world.signIn('operator')).login_token)).not.toHaveProperty('business');
  });
});

import { type Selectable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { PLATFORM_ID } from '#server/db/tenants.ts';
import type { Database } from '#server/db/schema.ts';
import { loadLesserRoles } from '#demo/createDemoUsers.ts';
import { DEMO_OTHERS, DEMO_SIGN_INS } from '#demo/signIns.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { seededDatabase, seedOptions } from './seededDatabase.ts';

const ORDERS = 2_000;
const { now } = seedOptions();

type Channel = Pick<Selectable<Database['channels']>, 'rate_bps' | 'fixed_fee' | 'min_fee' | 'max_fee'>;

/** The fee of a channel for an amount: its rate, rounded half up, plus its fixed part, within its bounds. */
function feeAskedBy({ rate_bps, fixed_fee, min_fee, max_fee }: Channel, amount: bigint): bigint {
  const rated = amount * BigInt(rate_bps);
  const fee = rated / 10_000n + (rated % 10_000n < 5_000n ? 0n : 1n) + fixed_fee;
  if (min_fee !== null && fee < min_fee) return min_fee;
  return max_fee !== null && fee > max_fee ? max_fee : fee;
}

describe('the demo', () => {
  let database: TestDatabase<Database>;

  beforeAll(async () => {
    database = await seededDatabase(USUAL_DATABASE, { orders: ORDERS, stepsPerChunk: 100 });
  });
  afterAll(() => database.remove());

  async function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return (await query.execute(database.db.kysely)).rows;
  }
  const count = async (what: ReturnType<typeof sql>) => {
    const [row] = await rows(sql<{ count: bigint }>`select count(*) as count from ${what}`);
    return Number(row?.count);
  };

  it('has as many orders as requested, most of them of the first merchant, some of each', async () => {
    const perShop = await rows(
      sql<{ merchant_no: string; count: bigint }>`select merchant_no, count(*) as count
        from orders join merchants using (merchant_id) group by merchant_no order by count desc`,
    );
    expect(perShop.reduce((sum, shop) => sum + Number(shop.count), 0)).toBe(ORDERS);
    expect(perShop).toHaveLength(8);
    expect(perShop[0]?.merchant_no).toBe('M100001');
    expect(Number(perShop[0]?.count)).toBeGreaterThan(ORDERS / 2);
    expect((await count(sql`payouts`)) / ORDERS).toBeCloseTo(0.12, 1);
  });

  it('violates no rule of the ledger', async () => {
    expect(await findViolations(database.db)).toEqual([]);
  });

  it('has each paid order in the ledger once, and no other', async () => {
    const unmatched = await count(sql`
      (select merchant_id, id from orders where status = 'success') o
      full join (select merchant_id, business_id as id from ledger_transactions where order_type = 'collection') t
        using (merchant_id, id)
      where o is null or t is null`);
    expect(unmatched).toBe(0);
    expect(await count(sql`ledger_transactions where event = 'collection_succeeded'`)).toBeGreaterThan(ORDERS * 0.85);
  });

  it('has each payout frozen, then debited or released according to its status', async () => {
    const payouts = await rows(
      sql<{ status: string; events: string }>`select status, events from payouts
        join (select business_id as id, string_agg(event, ', ' order by created_at, event) as events
          from ledger_transactions where order_type = 'payout' group by business_id) as booked using (id)`,
    );
    const expected: Record<string, string> = {
      pending: 'payout_frozen',
      processing: 'payout_frozen',
      success: 'payout_frozen, payout_succeeded',
      failed: 'payout_frozen, payout_released',
    };
    for (const { status, events } of payouts) expect(events).toBe(expected[status]);
    expect(payouts).toHaveLength(await count(sql`payouts`));
    expect(payouts.map(({ status }) => status)).toEqual(expect.arrayContaining(['success', 'failed']));
  });

  it('charges the fee of the channel, at the rate that is on the order', async () => {
    const channels = await database.db.kysely.selectFrom('channels').selectAll().execute();
    const channelOf = (id: string) => {
      const channel = channels.find((row) => row.id === id);
      if (!channel) throw new Error(`no channel ${id}`);
      return channel;
    };
    for (const order of await database.db.kysely.selectFrom('orders').selectAll().execute()) {
      const channel = channelOf(order.channel_id);
      expect(order.fee).toBe(feeAskedBy(channel, order.amount));
      expect(order.arrival_amount).toBe(channel.deduction === 'inner' ? order.amount - order.fee : order.amount);
      expect(order).toMatchObject({
        rate_bps: channel.rate_bps,
        fixed_fee: channel.fixed_fee,
        currency: channel.currency,
      });
      expect(order.amount >= channel.min_amount && order.amount <= channel.max_amount).toBe(true);
    }
    for (const payout of await database.db.kysely.selectFrom('payouts').selectAll().execute()) {
      const channel = channelOf(payout.channel_id);
      expect(payout.fee).toBe(feeAskedBy(channel, payout.amount));
      expect(payout.debit_amount).toBe(channel.deduction === 'inner' ? payout.amount : payout.amount + payout.fee);
      expect(payout.amount >= channel.min_amount && payout.amount <= channel.max_amount).toBe(true);
    }
  });

  it('has the mix of results of a healthy shop', async () => {
    const results = await rows(
      sql<{ status: string; count: bigint }>`select status, count(*) as count from orders group by status`,
    );
    const share = (status: string) => Number(results.find((row) => row.status === status)?.count ?? 0) / ORDERS;
    expect(share('success')).toBeCloseTo(0.88, 1);
    expect(share('failed')).toBeCloseTo(0.05, 1);
    expect(share('closed')).toBeCloseTo(0.07, 1);
    expect(share('pending')).toBeLessThan(0.01);
  });

  it('has no pending order past its expiry, and closes none before', async () => {
    expect(await count(sql`orders where status = 'pending' and expires_at <= ${now}`)).toBe(0);
    expect(
      await count(sql`orders where status = 'pending' and created_at < ${now}::timestamptz - interval '1 day'`),
    ).toBe(0);
    expect(await count(sql`orders where status = 'closed' and updated_at <> expires_at`)).toBe(0);
    expect(
      await count(sql`orders where status = 'success' and (succeeded_at > expires_at or succeeded_at < created_at)`),
    ).toBe(0);
  });

  it('begins a year ago and ends now', async () => {
    const [times] = await rows(
      sql<{
        first: Date;
        last: Date;
        latest: Date;
      }>`select min(created_at) as first, max(created_at) as last, max(updated_at) as latest from orders`,
    );
    const daysBefore = (time: Date | undefined) => (now.getTime() - (time?.getTime() ?? 0)) / 86_400_000;
    expect(daysBefore(times?.first)).toBeGreaterThan(362);
    expect(daysBefore(times?.first)).toBeLessThan(365);
    expect(daysBefore(times?.last)).toBeLessThan(1);
    expect(daysBefore(times?.latest)).toBeGreaterThan(0);
  });

  it('is busy in the evening and at weekends, and pays out in office hours', async () => {
    const local = sql`(created_at at time zone 'Asia/Shanghai')`;
    const evening = await count(sql`orders where currency = 'CNY' and extract(hour from ${local}) between 19 and 22`);
    const night = await count(sql`orders where currency = 'CNY' and extract(hour from ${local}) between 2 and 5`);
    expect(evening).toBeGreaterThan(night * 6);
    const weekend = await count(sql`orders where extract(isodow from ${local}) >= 6`);
    expect(weekend / 2).toBeGreaterThan((ORDERS - weekend) / 5);
    const office = await count(
      sql`payouts where extract(isodow from ${local}) <= 5 and extract(hour from ${local}) between 8 and 18`,
    );
    expect(office / (await count(sql`payouts`))).toBeGreaterThan(0.75);
  });

  it('has IDs that contain the time of their row', async () => {
    const tables = ['orders', 'payouts', 'ledger_transactions', 'ledger_entries', 'users', 'channels'] as const;
    for (const table of tables) {
      for (const { id, created_at } of await database.db.kysely
        .selectFrom(table)
        .select(['id', 'created_at'])
        .execute()) {
        expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(created_at.getTime());
      }
    }
  });

  it('has six sub-merchants on three levels below the first merchant, who sees them all', async () => {
    const below = await rows(
      sql<{ depth: number; count: bigint }>`select depth, count(*) as count from merchant_descendants d
        join merchants m using (merchant_id) where m.merchant_no = 'M100001' group by depth order by depth`,
    );
    expect(below.map(({ depth, count: merchants }) => [depth, Number(merchants)])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 1],
    ]);
    const wrong = await count(sql`merchant_descendants d join merchants m on m.merchant_id = d.descendant_id
      where depth = 1 and d.merchant_id <> m.parent_id`);
    expect(wrong).toBe(0);
    expect(await count(sql`merchant_descendants where depth = 0 and merchant_id = descendant_id`)).toBe(10);
  });

  it('has its numbers in the directory, and the names of all who may sign in', async () => {
    const names = await database.db.kysely
      .selectFrom('directory')
      .where('merchant_id', '=', PLATFORM_ID)
      .selectAll()
      .execute();
    const merchants = await database.db.kysely.selectFrom('merchants').select(['merchant_id', 'merchant_no']).execute();
    for (const { merchant_id, merchant_no } of merchants) {
      const found = { kind: 'merchant_no', name: merchant_no, tenant_id: merchant_id, record_id: merchant_id };
      expect(names).toContainEqual({ merchant_id: PLATFORM_ID, ...found });
    }
    for (const { id, merchant_id, username } of await database.db.kysely.selectFrom('users').selectAll().execute()) {
      const found = { kind: 'username', name: username, tenant_id: merchant_id, record_id: id };
      expect(names).toContainEqual({ merchant_id: PLATFORM_ID, ...found });
    }
    expect(names).toHaveLength(merchants.length + DEMO_SIGN_INS.length + DEMO_OTHERS.length);
  });

  it('lets users do what their roles grant', async () => {
    const roles = await rows(
      sql<{ username: string; is_owner: boolean; permissions: string[] }>`select username, is_owner,
        array(select permission from role_permissions p where p.merchant_id = r.merchant_id and p.role_id = r.id) as permissions
        from users u join user_roles ur on ur.merchant_id = u.merchant_id and ur.user_id = u.id
        join roles r on r.merchant_id = ur.merchant_id and r.id = ur.role_id`,
    );
    const owners = roles.filter(({ is_owner }) => is_owner).map(({ username }) => username);
    expect(owners.toSorted()).toEqual(['demo', 'operator', 'operator2', 'sub', 'tokyo', 'xihu']);
    const permissionsOf = (name: string) => roles.find(({ username }) => username === name)?.permissions.toSorted();
    const { Reviewer, Viewer } = await loadLesserRoles();
    expect(permissionsOf('checker')).toEqual([...Reviewer].toSorted());
    expect(permissionsOf('viewer')).toEqual([...Viewer].toSorted());
    expect(permissionsOf('viewer')).toEqual(expect.arrayContaining(['channels.list', 'home.show', 'orders.show']));
    expect(permissionsOf('viewer')?.filter((key) => !/\.(list|show)$/.test(key))).toEqual([]);
  });

  it("gives merchants the platform's channels in their currency, at rates no lower than its own", async () => {
    const wrong = await count(sql`channels c join merchants m using (merchant_id)
      left join channels p on p.merchant_id = ${PLATFORM_ID} and p.id = c.platform_channel_id
      where m.type = 'merchant' and (p.id is null or p.code <> c.code or c.currency <> m.currency or c.rate_bps < p.rate_bps)`);
    expect(wrong).toBe(0);
    const kinds = await rows(
      sql<{ kind: string }>`select distinct currency || ' ' || type as kind from channels order by kind`,
    );
    const types = ['collection', 'deposit', 'payout', 'withdrawal'];
    expect(kinds.map((row) => row.kind)).toEqual(
      ['CNY', 'JPY'].flatMap((currency) => types.map((type) => `${currency} ${type}`)),
    );
    expect(await count(sql`(select distinct code from channels where status = 'disabled') as codes`)).toBe(1);
  });

  it('stores card numbers and authenticator secrets only encrypted', async () => {
    for (const table of ['payouts', 'bankcards', 'payees', 'withdrawals', 'payment_requests', 'batch_transfer_items']) {
      const readable = sql`${sql.table(table)}
        where card_number not like 'encrypted %' or card_number_masked !~ '^\\d{4}••••\\d{4}$'`;
      expect([table, await count(readable)]).toEqual([table, 0]);
    }
    expect(await count(sql`users where totp_secret not like 'encrypted %' or password_hash not like 'hash of %'`)).toBe(
      0,
    );
  });
});

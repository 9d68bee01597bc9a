import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { statement } from '#shared/contract/statements.ts';
import { addDays, dayInZone } from '@merchant-console/declaration';
import { verifyChain } from '#server/audit/verifyChain.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { findWrongSums } from '#server/figures/recountOrders.ts';
import { foldDeltas } from '#server/figures/foldDeltas.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { maintain } from '#server/modules/index.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { notifying } from '#server/gateway/notifying/notifying.ts';
import { startMerchantServer, type MerchantServer } from '#tests/support/merchantServer.ts';
import { gatewayWorld, type GatewayWorld } from '../modules/gateway/gatewayWorld.ts';
import { userCalls } from '../modules/users/userCalls.ts';
import { beginLasting } from './beginLasting.ts';
import { passDay } from './passDay.ts';

const ZONE = 'Asia/Shanghai';
const HOUR = 60;
const DAY = 24 * HOUR;
const CHECKED_EVERY = 6 * HOUR;
const GRACE_HOURS = 4;
/** Last digits of the amount, which the sandbox has paid, rejected or left unpaid. */
const ENDINGS = ['00', '13', '77'];

/** Tables that the hourly task clears, and queues that are empty when all work is done. */
const CLEARED = ['idempotency_keys', 'gateway_nonces', 'authenticator_changes', 'enrolments'];
const ATTEMPTS = ['sign_in_failures', 'pay_password_attempts', 'login_password_attempts', 'totp_attempts'];
const QUEUES = ['order_jobs', 'payout_jobs', 'notify_jobs', 'order_deltas'];

const sessionRow = z.object({ user_id: z.string() });

describe('24 hours of operation', { timeout: 240_000 }, () => {
  let world: GatewayWorld;
  let shop: MerchantServer;
  let ended: Record<string, number>;
  let minute = 0;
  let orders = 0;
  /** Minutes at which a notification to the failing server was attempted. */
  const tried: number[] = [];
  /** The number of orders paid by the end of each of the merchant's days. */
  const paidBy: Record<string, number> = {};
  const broken: unknown[] = [];

  beforeAll(async () => {
    world = await gatewayWorld('postgres', {
      keyGraceHours: GRACE_HOURS,
      gateway: { orderMinutes: 30, callsPerMinute: 100_000, privateNotifyUrls: true },
    });
    shop = await startMerchantServer();
    shop.answer((response) => {
      tried.push(minute);
      response.writeHead(500).end('down');
    });
    // The demo's orders would expire.
    await world.db.kysely.deleteFrom('order_jobs').execute();
    const lasting = await beginLasting(world);
    await collect('UNTOLD', '10000', { notify_url: `${shop.url}/n` });
    ended = await passDay(world, { minutes: DAY + HOUR, at, lasting });
  }, 240_000);
  afterAll(async () => {
    await shop.close();
    await world.close();
  });

  async function collect(merchant_order_no: string, amount: string, more: Record<string, string> = {}): Promise<void> {
    const { status } = await world.ask('collect', { channel: 'cn_qr_yun', merchant_order_no, amount, ...more });
    expect(status).toBe(201);
  }
  async function at(now: number): Promise<void> {
    minute = now;
    await work();
    paidBy[dayInZone(world.clock.now(), ZONE)] = await paidOrders();
    await collect(`DAY-${now}`, `123${ENDINGS[orders % ENDINGS.length]}`);
    orders += 1;
    if (now % HOUR > 0) return;
    await maintain(world.db, world.clock);
    if (now % CHECKED_EVERY > 0) return;
    broken.push(...(await findViolations(world.db)), ...(await findWrongSums(world.db)));
  }
  async function work(): Promise<void> {
    const notifier = notifying({ ...world, log: silentLog, privateNotifyUrls: true, chance: () => 0 });
    for (const worker of [world.collecting, world.payouts, notifier]) while ((await worker.step()) > 0);
    await foldDeltas(world.db);
  }
  async function paidOrders(): Promise<number> {
    const { rows } = await sql<{ paid: number }>`
      select count(*)::integer as paid from orders
      where status = 'success' and (merchant_order_no like 'DAY-%' or merchant_order_no = 'UNTOLD')`.execute(
      world.db.kysely,
    );
    return rows[0]?.paid ?? 0;
  }
  const rowsOf = async (table: string) =>
    (await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(world.db.kysely)).rows;

  it('end everything at its time, neither earlier nor later', () => {
    expect(ended).toEqual({
      'a session that nobody uses': 15,
      'a session that is used': 12 * HOUR,
      'a locked sign-in': 30,
      'a locked payment password': 30,
      'an order that nobody pays': 30,
      'a signing key that was replaced': GRACE_HOURS * HOUR,
      'the day of a merchant in Tokyo': 10 * HOUR,
      'the day of a merchant in Shanghai': 11 * HOUR,
      'an invitation': DAY,
      'a link for a new password': DAY,
      'the waiting period of a card': DAY,
      'the answer to a repeated call': DAY,
    });
  });

  it('close each unpaid order after 30 minutes', async () => {
    const { rows } = await sql<{ status: string; minutes: number }>`
      select status, extract(epoch from updated_at - created_at)::integer / 60 as minutes from orders
      where merchant_order_no like 'DAY-%' and amount = 12377 and created_at < ${new Date(world.clock.now().getTime() - 40 * 60_000)}`.execute(
      world.db.kysely,
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter(({ status, minutes }) => status !== 'closed' || minutes < 30 || minutes >= 40)).toEqual([]);
  });

  it("retry a notification at the back-off's times, eight times in total", () => {
    // After 15 s, 1, 5 and 15 min, 1, 3 and 12 h, each at the following step.
    expect(tried).toEqual([5, 10, 15, 20, 35, 100, 280, 1_000]);
  });

  it("count each paid order on its day in the merchant's time zone, in the statement too", async () => {
    const users = userCalls(world);
    const token = (await world.signIn('demo')).login_token;
    const today = dayInZone(world.clock.now(), ZONE);
    const yesterday = addDays(today, -1);
    const { data } = await users.send('GET', `/statements?from=${yesterday}&to=${today}`, token);
    const [{ whole, days, wallet } = { whole: undefined, days: [], wallet: null }] =
      statement.data.parse(data).statements;
    const counted = days.map(({ day, lines }) => [day, lines.find(({ key }) => key === 'collection')?.count]);
    const first = paidBy[yesterday] ?? 0;
    expect(counted).toEqual([
      [yesterday, first],
      [today, (paidBy[today] ?? 0) - first],
    ]);
    expect(days[1]?.opening).toEqual(days[0]?.closing);
    expect(whole).toMatchObject({ difference: { total: '0' }, missing: 0 });
    expect(wallet?.difference).toEqual({ available: '0', frozen: '0', total: '0' });
  });

  it('keep ledger, sums and audit logs intact throughout', async () => {
    expect(broken).toEqual([]);
    expect(await findBusinessViolations(world.db)).toEqual([]);
    const tenants = await world.db.kysely.selectFrom('merchants').select('merchant_id').execute();
    for (const { merchant_id: id } of tenants) expect(await verifyChain(world.db, id)).toBeNull();
  });

  it('leave no expired data behind', async () => {
    // After another day without calls, only data that may still be needed is left.
    world.clock.advance(DAY * 60 + 1);
    await work();
    await maintain(world.db, world.clock);
    for (const table of [...CLEARED, ...ATTEMPTS, ...QUEUES]) {
      expect([table, await rowsOf(table)]).toEqual([table, []]);
    }
    // The server may still report the calls of the previous test, which it does once a second.
    const countedCalls = async () => {
      await maintain(world.db, world.clock);
      return rowsOf('call_counts');
    };
    await expect.poll(countedCalls).toEqual([]);
    const ending = await world.db.kysely
      .selectFrom('merchant_keys')
      .where('ends_at', 'is not', null)
      .select('id')
      .execute();
    expect(ending).toEqual([]);
    // Past sessions are shown for longer, and the last one is kept for good.
    const usersOf = (sessions: { row: unknown }[]) => sessions.map(({ row }) => sessionRow.parse(row).user_id);
    const users = usersOf(await rowsOf('sessions'));
    expect(users.length).toBeGreaterThan(new Set(users).size);
    world.clock.advance(DAY * 60 * 90);
    await maintain(world.db, world.clock);
    expect(usersOf(await rowsOf('sessions')).toSorted()).toEqual([...new Set(users)].toSorted());
  });
});

import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_BALANCE } from '#shared/money/maxBalance.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { ConflictError } from '#server/errors.ts';
import { createOrderProcessor } from '#server/gateway/createOrderProcessor.ts';
import { inGroups } from '#server/jobs/inGroups.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import type { OrderOutcome, OrderResult } from '#server/modules/orders/service.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { countRoundTrips } from '#tests/support/countRoundTrips.ts';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { type MoneyMerchant, moneyWorld, type MoneyWorld } from '../money/moneyWorld.ts';
import { placeOrder } from '../money/placeOrder.ts';

const RATE_BPS = 250n;
const feeOf = (amount: bigint) => (amount * RATE_BPS * 2n + 10_000n) / 20_000n;

/** Random cases on each database; set MODEL_RUNS=1000 for a longer run. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 10);

/** An order, what its channel answers, and what is in its way. */
const anyOrder = fc.record({
  amount: fc.oneof(fc.bigInt(1n, 100_000n), fc.constant(50_000n)),
  outcome: fc.constantFrom<OrderOutcome['status']>('success', 'success', 'success', 'failed', 'closed'),
  isNotified: fc.boolean(),
  trouble: fc.constantFrom('none', 'none', 'none', 'none', 'ended', 'broken'),
});

/** `room`: what the wallet can still hold, or null if it is far from its limit. */
const anyCase = fc.record({
  orders: fc.array(anyOrder, { minLength: 1, maxLength: 14 }),
  room: fc.option(fc.bigInt(0n, 300_000n), { nil: null }),
});

type AnyCase = typeof anyCase extends fc.Arbitrary<infer S> ? S : never;

/** Takes every way, whatever the random cases miss. */
const EVERYTHING: AnyCase = {
  room: 100_000n,
  orders: (['success', 'failed', 'closed'] as const).flatMap((outcome) =>
    (['none', 'ended', 'broken'] as const).flatMap((trouble) => [
      { amount: 40_000n, outcome, isNotified: true, trouble },
      { amount: 1n, outcome, isNotified: false, trouble },
    ]),
  ),
};

function outcomeOf(status: OrderOutcome['status'], at: number): OrderOutcome {
  if (status === 'success') return { status, channelOrderNo: `C${at}` };
  if (status === 'failed') return { status, errorCode: 'E1', errorMessage: `not paid ${at}` };
  return { status };
}

describe.each(EITHER_DATABASE)('settlement in groups on %s', (kind) => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await moneyWorld(kind);
  });
  afterAll(() => world.remove());
  // Those that a test left.
  beforeEach(() => kysely().deleteFrom('order_jobs').execute());

  const orders = () => world.services.orders;
  const kysely = () => world.db.kysely;

  const place = async (merchant: MoneyMerchant, amount: bigint, notifyUrl: string | null = null) =>
    (await placeOrder(world, merchant, { amount, notifyUrl })).id;

  async function merchantWith(room: bigint | null): Promise<MoneyMerchant> {
    const channel = { rate_bps: Number(RATE_BPS), fixed_fee: 0n, deduction: 'inner' } as const;
    const merchant = await world.merchant({ channel });
    if (room !== null) await merchant.fund(MAX_BALANCE - room);
    const at = world.clock.now();
    await sql`
      insert into webhook_endpoints (merchant_id, id, url, events, status, secret_tail, created_at, updated_at)
      select ${merchant.merchantId}::uuid, gen_random_uuid(), url, events::text[], 'enabled', '', ${at}::timestamptz, ${at}
      from (values ('https://a.example.com', '{}'), ('https://b.example.com', '{order_paid}')) e (url, events)`.execute(
      kysely(),
    );
    return merchant;
  }

  /** Places orders, puts trouble in their way, and settles them. Returns all that there is afterwards. */
  async function settled(
    { orders: wanted, room }: AnyCase,
    settle: (merchantId: string, results: OrderResult[]) => Promise<PromiseSettledResult<unknown>[]>,
  ) {
    const merchant = await merchantWith(room);
    const { merchantId } = merchant;
    const results: OrderResult[] = [];
    for (const [at, { amount, isNotified, trouble, outcome }] of wanted.entries()) {
      const id = await place(merchant, amount, isNotified ? 'https://shop.example.com' : null);
      results.push({ id, outcome: outcomeOf(outcome, at) });
      if (trouble === 'ended') await world.run((tx) => orders().settle(tx, merchantId, id, { status: 'closed' }));
      // Another job of the same record, so that queueing its result violates a constraint.
      const job = { merchant_id: merchantId, record_id: id, due_at: world.clock.now(), polls: 3 };
      if (trouble === 'broken') {
        await kysely()
          .insertInto('notify_jobs')
          .values({ ...job, resource: 'orders' })
          .execute();
      }
    }
    const answers = (await settle(merchantId, results)).map(inWords);
    const state = await stateOf(
      merchantId,
      results.map(({ id }) => id),
    );
    return { answers, ...state, wallet: await merchant.wallet() };
  }

  /** What settlements write, with the positions of the orders instead of IDs. */
  async function stateOf(merchantId: string, ids: readonly string[]) {
    const read = async (statement: RawBuilder<Record<string, unknown>>) => {
      const { rows } = await statement.execute(kysely());
      const positions = rows.map((row) =>
        Object.values(row).map((value) =>
          typeof value === 'string' && ids.includes(value) ? ids.indexOf(value) : value,
        ),
      );
      return positions.map((row) => row.map(String).join(' ')).toSorted();
    };
    return {
      orders: await read(sql`
        select id, status, channel_order_no, error_code, error_msg, notify_status, succeeded_at, updated_at
        from orders where merchant_id = ${merchantId}`),
      jobs: await read(sql`select order_id from order_jobs where merchant_id = ${merchantId}`),
      notices: await read(sql`
        select coalesce(d.record_id, j.record_id), j.resource, d.event, e.url, d.order_no = o.order_no, j.polls, j.due_at
        from notify_jobs j left join webhook_deliveries d on d.merchant_id = j.merchant_id and d.id = j.record_id
        left join webhook_endpoints e on e.merchant_id = d.merchant_id and e.id = d.endpoint_id
        left join orders o on o.merchant_id = d.merchant_id and o.id = d.record_id
        where j.merchant_id = ${merchantId}`),
      deliveries: await read(sql`
        select record_id, event, notify_status, resource from webhook_deliveries where merchant_id = ${merchantId}`),
      lines: await read(sql`
        select l.line_no, case when t.event = 'adjusted' then null else t.business_id end, t.event, l.available_change,
          l.frozen_change, l.available_after, l.frozen_after, l.created_at
        from ledger_lines l join ledger_transactions t on t.merchant_id = l.merchant_id and t.id = l.transaction_id
        where l.merchant_id = ${merchantId}`),
      entries: await read(sql`
        select e.account, e.amount, e.seq, e.balance_after, e.available_after, e.frozen_after,
          case when t.event = 'adjusted' then null else t.business_id end
        from ledger_entries e join ledger_transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
        where e.merchant_id = ${merchantId}`),
      totals: await read(sql`
        select status, sum(order_count), sum(amount), sum(fee), sum(arrival_amount) from (
          select status, order_count, amount, fee, arrival_amount from order_deltas where merchant_id = ${merchantId}
          union all
          select status, order_count, amount, fee, arrival_amount from order_buckets where merchant_id = ${merchantId}
        ) kept group by status`),
    };
  }

  const violations = async () => {
    const all = [...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))];
    // The test funds wallets without a request.
    return all.filter(({ rule }) => !rule.includes('manual_adjustment'));
  };

  it('leaves to the unit what one settlement after another leaves, whatever fails in the group', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (wanted) => {
        const grouped = await settled(wanted, (merchantId, results) => {
          const settle = inGroups({
            keyOf: () => merchantId,
            most: 10,
            act: (group: readonly OrderResult[]) => world.run((tx) => orders().settleAll(tx, merchantId, group)),
          });
          return Promise.allSettled(results.map(settle));
        });
        const single = await settled(wanted, async (merchantId, results) => {
          const answers: PromiseSettledResult<unknown>[] = [];
          for (const { id, outcome } of results) {
            const one = world.run((tx) => orders().settle(tx, merchantId, id, outcome));
            answers.push(...(await Promise.allSettled([one])));
          }
          return answers;
        });
        expect(grouped).toEqual(single);
        const { answers, available } = modelOf(wanted);
        expect({ answers: grouped.answers, wallet: grouped.wallet }).toEqual({
          answers,
          wallet: { available, frozen: 0n },
        });
      }),
      { numRuns: RUNS, examples: [[EVERYTHING]] },
    );
    expect(await violations()).toEqual([]);
  });

  it('takes less than one round trip per order in groups of ten', async () => {
    const merchant = await merchantWith(null);
    for (let placed = 0; placed < 10; placed += 1) await place(merchant, 10_000n);
    await kysely().updateTable('order_jobs').set({ sent_to: 'bank' }).execute();
    const counted = countRoundTrips(world.db);
    expect(await worker({ db: counted.db }).step()).toBe(10);
    expect(await merchant.wallet()).toEqual({ available: 10n * (10_000n - feeOf(10_000n)), frozen: 0n });
    expect(counted.count()).toBeLessThan(10);
  });

  it('serves each merchant in turn', async () => {
    const [hot, quiet] = [await merchantWith(null), await merchantWith(null)];
    for (let placed = 0; placed < 60; placed += 1) await place(hot, 100n);
    world.clock.advance(1);
    await place(quiet, 100n);
    await worker().step();
    expect((await quiet.wallet()).available).toBeGreaterThan(0n);
    while ((await worker().step()) > 0);
  });

  it('leaves an order that its wallet has no room for pending, and settles the others of its group', async () => {
    const merchant = await merchantWith(10_000n);
    const ids: string[] = [];
    for (const amount of [5_000n, 9_000n, 400n]) ids.push(await place(merchant, amount));
    await worker().step();
    const { rows } = await sql<{ id: string; said: string }>`
      select id, concat_ws(' ', status, error_code) as said from orders where merchant_id = ${merchant.merchantId}`.execute(
      kysely(),
    );
    const said = ids.map((id) => rows.find((row) => row.id === id)?.said);
    expect(said.filter((words) => words === 'pending wallet_full')).toHaveLength(1);
    expect(said.filter((words) => words === 'success')).toHaveLength(2);
  });

  /** Its channel has been paid for every order. */
  function worker(means: Partial<Pick<MoneyWorld, 'db'>> = {}) {
    const paid = async () => ({ status: 'success' as const, channelOrderNo: 'C' });
    const adapter = { open: paid, ask: paid, close: paid };
    const adapterOf = () => ({ adapter, books: 'bank' });
    return createOrderProcessor({ ...world, log: silentLog, orders: orders(), adapterOf, ...means });
  }
});

function modelOf({ orders, room }: AnyCase): { answers: string[]; available: bigint } {
  let available = room === null ? 0n : MAX_BALANCE - room;
  const answers = orders.map(({ amount, outcome, isNotified, trouble }) => {
    if (trouble === 'ended') return 'decided.closed';
    const arrives = outcome === 'success' ? amount - feeOf(amount) : 0n;
    if (trouble === 'broken' && isNotified) return 'broken';
    if (arrives > 0n && available + arrives > MAX_BALANCE) return 'balance_limit';
    available += arrives;
    return 'settled';
  });
  return { answers, available };
}

function inWords(result: PromiseSettledResult<unknown>): string {
  if (result.status === 'fulfilled') return 'settled';
  return result.reason instanceof ConflictError ? result.reason.id : 'broken';
}

import { sql } from 'kysely';
import { systemClock } from '#server/clock.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { collectionAdapterOf, payoutAdapterOf } from '#server/gateway/channels/ChannelConnections.ts';
import { connectingAll, sandboxConnection } from '#server/gateway/channels/sandbox/sandboxConnection.ts';
import { createOrderProcessor } from '#server/gateway/createOrderProcessor.ts';
import { createPayoutProcessor } from '#server/gateway/createPayoutProcessor.ts';
import { PROCESSOR_TIMES } from '#server/jobs/createProcessor.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { createOrders } from '#server/modules/orders/service.ts';
import { createPayouts } from '#server/modules/payouts/service.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import type { Opened } from '#server/process/open.ts';
import { TestClock } from '#tests/support/testClock.ts';
import { LEFT_BATCH } from './leaveBatch.ts';
import { madeBy, type MoneyCall } from './moneyCalls.ts';
import type { PlacedOrder } from './shop.ts';

/** Processes all payouts and orders with a clock that runs ahead, so that leases have expired and all jobs are due. */
export async function settleAll({ db, cipher }: Opened): Promise<void> {
  const clock = new TestClock(systemClock.now().toISOString());
  const sandbox = sandboxConnection({ db, clock, publicUrl: '' });
  const means = { db, clock, cipher, log: silentLog };
  const connections = { live: connectingAll(sandbox), sandbox };
  const times = { ...PROCESSOR_TIMES, atOnce: 50 };
  const later = createPayoutProcessor(
    { ...means, payouts: createPayouts(means), adapterOf: payoutAdapterOf(connections) },
    times,
  );
  const collecting = createOrderProcessor(
    { ...means, orders: createOrders(means), adapterOf: collectionAdapterOf(connections) },
    times,
  );
  // Before the payers' time is over.
  for (let minutes = 0; minutes < 10; minutes += 2) {
    clock.advance(120);
    while ((await collecting.step()) > 0);
  }
  for (let hours = 0; hours < 3; hours += 1) {
    clock.advance(3_600);
    while ((await later.step()) > 0);
  }
}

/** Returns lost and duplicated effects and violated invariants, or an empty list. Call `settleAll` first. */
export async function findLosses(
  { db }: Opened,
  calls: readonly MoneyCall[],
  placed: readonly PlacedOrder[],
): Promise<string[]> {
  const violations = [...(await findViolations(db)), ...(await findBusinessViolations(db))];
  return [
    ...violations.map((violation) => JSON.stringify(violation)),
    ...calls.flatMap((call) => (new Set(call.answers).size > 1 ? [`${call.key} was answered in two ways`] : [])),
    ...(await wrongEffects(db, calls)),
    ...(await wrongPayouts(db)),
    ...(await wrongBatches(db)),
    ...(await wrongOrders(db, placed)),
  ];
}

/** Calls with too few or too many effects, and effects without a call. */
async function wrongEffects({ kysely }: Opened['db'], calls: readonly MoneyCall[]): Promise<string[]> {
  const tables = { withdrawals: 'withdrawals', 'payment-requests': 'payment_requests' } as const;
  const made = new Map<string, string[]>();
  for (const table of Object.values(tables)) {
    const rows = await kysely.selectFrom(table).where('remark', 'like', 'crash-%').select(['id', 'remark']).execute();
    for (const { id, remark } of rows) made.set(`${table} ${remark}`, [...(made.get(`${table} ${remark}`) ?? []), id]);
  }
  const losses = calls.flatMap(({ key, resource, answers, insisting }) => {
    const name = `${tables[resource]} ${key}`;
    const ids = made.get(name) ?? [];
    made.delete(name);
    const [answer] = answers;
    if (answer !== undefined) return ids.length === 1 && ids[0] === madeBy(answer) ? [] : [`${name}: ${ids.join()}`];
    return ids.length > (insisting ? 0 : 1) ? [`${name}, without an answer: ${ids.join()}`] : [];
  });
  return [...losses, ...[...made.keys()].map((name) => `${name}: nobody asked for it`)];
}

/** Payouts that differ from the sandbox's orders, sandbox orders without a payout, and jobs that are left. */
async function wrongPayouts({ kysely }: Opened['db']): Promise<string[]> {
  const payouts = await kysely.selectFrom('payouts').where('remark', 'like', 'crash-%').selectAll().execute();
  const orders = await kysely.selectFrom('sandbox_orders').selectAll().execute();
  const jobs = await kysely.selectFrom('payout_jobs').select('payout_id').execute();
  const paid = new Map(orders.map((order) => [`${order.merchant_id} ${order.order_no}`, order]));
  const losses = payouts.flatMap(({ merchant_id, order_no, amount, fee, deduction, status, channel_order_no }) => {
    const order = paid.get(`${merchant_id} ${order_no}`);
    paid.delete(`${merchant_id} ${order_no}`);
    const expected = {
      status: amount % 100n === 13n ? 'failed' : 'success',
      amount: deduction === 'inner' ? amount - fee : amount,
    };
    const agrees =
      order?.status === status &&
      status === expected.status &&
      order.amount === expected.amount &&
      order.channel_order_no === channel_order_no;
    return agrees ? [] : [`payout ${order_no} of ${amount} is ${status}, the sandbox says ${order?.status}`];
  });
  return [
    ...losses,
    ...[...paid.keys()].map((order) => `the sandbox was sent ${order}, which is no payout`),
    ...jobs.map(({ payout_id }) => `payout ${payout_id} still has a job`),
  ];
}

/** Batches of `leaveBatch` that haven't ended with their last payout; the totals are an invariant. */
async function wrongBatches({ kysely }: Opened['db']): Promise<string[]> {
  const { rows } = await sql<{ batch_no: string; status: string }>`
    select distinct b.batch_no, b.status from batch_transfers b
    join batch_transfer_items i on i.merchant_id = b.merchant_id and i.batch_id = b.id
    where i.remark = ${LEFT_BATCH}`.execute(kysely);
  const wrong = rows.filter(({ status }) => status !== 'partly_failed');
  return rows.length === 0 ? ['the batch is missing'] : wrong.map(({ batch_no, status }) => `${batch_no} is ${status}`);
}

/** Orders that are missing, were never placed, differ from the sandbox's, or still have a job. */
async function wrongOrders({ kysely }: Opened['db'], placed: readonly PlacedOrder[]): Promise<string[]> {
  const found = await kysely
    .selectFrom('orders as o')
    .leftJoin('sandbox_collections as s', (join) =>
      join.onRef('s.merchant_id', '=', 'o.merchant_id').onRef('s.order_no', '=', 'o.order_no'),
    )
    .leftJoin('order_jobs as j', (join) =>
      join.onRef('j.merchant_id', '=', 'o.merchant_id').onRef('j.order_id', '=', 'o.id'),
    )
    .where('o.merchant_order_no', 'like', 'crash-%')
    .select(['o.merchant_order_no', 'o.amount', 'o.status', 's.status as said', 'j.order_id as job'])
    .execute();
  const rows = new Map(found.map((row) => [row.merchant_order_no, row]));
  const losses = placed.flatMap(({ merchantOrderNo, amount }) => {
    const row = rows.get(merchantOrderNo);
    rows.delete(merchantOrderNo);
    const expected = amount % 100n === 13n ? ['failed', 'failed'] : ['success', 'paid'];
    const isRight = row?.amount === amount && row.job === null && [row.status, row.said].join() === expected.join();
    return isRight ? [] : [`order ${merchantOrderNo} of ${amount} is ${row?.status}, the sandbox says ${row?.said}`];
  });
  return [...losses, ...[...rows.keys()].map((number) => `nobody placed order ${number}`)];
}

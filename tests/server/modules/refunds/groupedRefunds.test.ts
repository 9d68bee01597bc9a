import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '#server/errors.ts';
import { inGroups } from '#server/jobs/inGroups.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import type { PayoutOutcome } from '#server/modules/payouts/service.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { refundWorld, type RefundWorld } from './refundWorld.ts';

/** Random cases; set MODEL_RUNS=1000 for a longer run. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 4);
const ORDERS = 2;
const AMOUNT = 100_000n;

const anyRefund = fc.record({
  order: fc.nat(ORDERS - 1),
  amount: fc.bigInt(1n, 9_000n),
  isPaid: fc.boolean(),
  hasEnded: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
});
type AnyRefund = typeof anyRefund extends fc.Arbitrary<infer S> ? S : never;

/** Refunds of the same order that succeed, fail and have ended before. */
const EVERYTHING: AnyRefund[] = [true, false].flatMap((isPaid) =>
  [false, true, false].map((hasEnded, at) => ({ order: at % ORDERS, amount: 1_000n + BigInt(at), isPaid, hasEnded })),
);

let world: RefundWorld;
beforeAll(async () => {
  world = await refundWorld(USUAL_DATABASE);
});
afterAll(() => world.remove());

interface Result {
  id: string;
  outcome: PayoutOutcome;
}
type Settle = (merchantId: string, results: readonly Result[]) => Promise<PromiseSettledResult<unknown>[]>;

const outcomeOf = (isPaid: boolean, at: number): PayoutOutcome =>
  isPaid
    ? { status: 'success', channelOrderNo: `R${at}` }
    : { status: 'failed', errorCode: 'E1', errorMessage: `account closed ${at}` };

/** Requests refunds and settles them. Returns all that there is afterwards, with positions instead of IDs. */
async function refunded(wanted: readonly AnyRefund[], settle: Settle) {
  const { services, run } = world;
  const channel = { rate_bps: 100, fixed_fee: 0n, deduction: 'inner', refund_fee: 'return_in_proportion' } as const;
  const merchant = await world.merchant({ channel, approvalThreshold: AMOUNT });
  const { merchantId } = merchant;
  const orders: string[] = [];
  for (let paid = 0; paid < ORDERS; paid += 1) orders.push((await world.paidOrder(merchant, AMOUNT)).id);
  const results: Result[] = [];
  for (const [at, { order, amount, isPaid, hasEnded }] of wanted.entries()) {
    const wish = { orderId: orders[order] ?? '', amount, reason: 'Returned' };
    const { id } = await run((tx) => services.refunds.request(tx, merchant.maker, wish));
    results.push({ id, outcome: outcomeOf(isPaid, at) });
    if (hasEnded) await run((tx) => services.refunds.settle(tx, merchantId, id, outcomeOf(!isPaid, at)));
  }
  const answers = (await settle(merchantId, results)).map((one) => {
    if (one.status === 'fulfilled') return 'settled';
    return one.reason instanceof AppError ? one.reason.message : String(one.reason);
  });
  const known = [...orders, ...results.map(({ id }) => id)];
  const read = async (query: ReturnType<typeof sql<Record<string, unknown>>>) =>
    (await query.execute(world.db.kysely)).rows.map((row) =>
      Object.values(row)
        .map((value) => (typeof value === 'string' && known.includes(value) ? known.indexOf(value) : String(value)))
        .join(' '),
    );
  const refunds = await read(sql`
    select id, status, channel_refund_no, error_code, error_msg, finished_at from refunds where merchant_id = ${merchantId}`);
  const sums = await read(sql`
    select id, refunded_amount, refund_open_amount from orders where merchant_id = ${merchantId}`);
  return {
    answers,
    refunds: refunds.toSorted(),
    sums: sums.toSorted(),
    jobs: await read(sql`select refund_id from refund_jobs where merchant_id = ${merchantId}`),
    outflows: await read(sql`
      select sum(amount) as amount, count(*) as count from unapproved_outflows where merchant_id = ${merchantId}`),
    notified: await read(sql`
      select kind, count(*) as count from notifications where merchant_id = ${merchantId} group by kind`),
    lines: await read(sql`
      select t.business_id, t.event, l.available_after, l.frozen_after
      from ledger_lines l join ledger_transactions t on t.merchant_id = l.merchant_id and t.id = l.transaction_id
      where l.merchant_id = ${merchantId} order by l.line_no`),
    audits: await read(sql`
      select action, record_id, after::text as after from audit_logs
      where merchant_id = ${merchantId} and action not like '%.request' order by seq`),
  };
}

it('refunds settled in groups leave to the unit what one after another leaves', async () => {
  const { services, run } = world;
  const grouped: Settle = (merchantId, results) => {
    const settle = inGroups({
      keyOf: () => merchantId,
      most: 10,
      act: (group: readonly Result[]) => run((tx) => services.refunds.settleAll(tx, merchantId, group)),
    });
    return Promise.allSettled(results.map(settle));
  };
  const single: Settle = async (merchantId, results) => {
    const answers: PromiseSettledResult<unknown>[] = [];
    for (const { id, outcome } of results) {
      const one = run((tx) => services.refunds.settle(tx, merchantId, id, outcome));
      answers.push(...(await Promise.allSettled([one])));
    }
    return answers;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(anyRefund, { minLength: 1, maxLength: 7 }), async (wanted) => {
      const inGroup = await refunded(wanted, grouped);
      expect(inGroup).toEqual(await refunded(wanted, single));
      expect(inGroup.answers.map((answer) => answer === 'settled')).toEqual(wanted.map(({ hasEnded }) => !hasEnded));
    }),
    { numRuns: RUNS, examples: [[EVERYTHING]] },
  );
  expect([...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))]).toEqual([]);
});

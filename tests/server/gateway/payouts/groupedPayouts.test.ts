import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#server/db/dbLog.ts';
import { ConflictError } from '#server/errors.ts';
import { createPayoutProcessor } from '#server/gateway/createPayoutProcessor.ts';
import { inGroups } from '#server/jobs/inGroups.ts';
import { PROCESSOR_TIMES } from '#server/jobs/createProcessor.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import type { PayoutOutcome } from '#server/modules/payouts/service.ts';
import { countRoundTrips } from '#tests/support/countRoundTrips.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { type MoneyMerchant, moneyWorld, type MoneyWorld } from '../../money/moneyWorld.ts';
import { batchSteps } from '#tests/support/batchSteps.ts';

/** Random cases; set MODEL_RUNS=1000 for a longer run. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 3);
const FUNDS = 10_000_000n;
const FEE_BPS = 100n;

/** A payout, what its channel answers, and what is in its way. Payouts of one batch are in one file. */
const anyPayout = fc.record({
  amount: fc.bigInt(1_000n, 90_000n),
  batch: fc.nat(2),
  isPaid: fc.boolean(),
  isNotified: fc.boolean(),
  trouble: fc.constantFrom('none', 'none', 'none', 'none', 'ended', 'broken'),
});
const anyCase = fc.array(anyPayout, { minLength: 1, maxLength: 7 });
type AnyPayout = typeof anyPayout extends fc.Arbitrary<infer S> ? S : never;

const SIMPLE: AnyPayout = { amount: 1_000n, batch: 0, isPaid: true, isNotified: false, trouble: 'none' };

/** Takes every way, whatever the random cases miss. */
const EVERYTHING: AnyPayout[] = [true, false].flatMap((isPaid) =>
  (['none', 'ended', 'broken'] as const).flatMap((trouble, batch) => [
    { amount: 40_000n, batch, isPaid, isNotified: true, trouble },
    { ...SIMPLE, isPaid },
  ]),
);

function outcomeOf({ isPaid }: AnyPayout, at: number): PayoutOutcome {
  return isPaid
    ? { status: 'success', channelOrderNo: `C${at}` }
    : { status: 'failed', errorCode: 'E1', errorMessage: `not paid ${at}` };
}

describe('payouts in groups', () => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await moneyWorld(USUAL_DATABASE);
  });
  afterAll(() => world.remove());

  const payouts = () => world.services.payouts;
  const kysely = () => world.db.kysely;

  async function merchantWithMoney(): Promise<MoneyMerchant> {
    const channel = { rate_bps: Number(FEE_BPS), fixed_fee: 0n, deduction: 'outer' } as const;
    const merchant = await world.merchant({ channel, approvalThreshold: FUNDS });
    await merchant.fund(FUNDS);
    const at = world.clock.now();
    await sql`
      insert into webhook_endpoints (merchant_id, id, url, events, status, secret_tail, created_at, updated_at)
      select ${merchant.merchantId}::uuid, gen_random_uuid(), url, events::text[], 'enabled', '', ${at}::timestamptz, ${at}
      from (values ('https://a.example.com', '{}'), ('https://b.example.com', '{payout_failed}')) e (url, events)`.execute(
      kysely(),
    );
    return merchant;
  }

  /** Submits the payouts as batches. @returns their IDs, in the order of `wanted`, and those of the batches */
  async function submitted(merchant: MoneyMerchant, wanted: readonly AnyPayout[]) {
    const steps = batchSteps(world, merchant);
    const ids = new Map<number, string>();
    const batchIds: string[] = [];
    for (const batch of new Set(wanted.map((payout) => payout.batch))) {
      const places = [...wanted.entries()].filter(([, payout]) => payout.batch === batch);
      const id = await steps.draft(
        places.map(([, { amount }]) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`),
      );
      batchIds.push(id);
      const { revision } = await steps.batch(id);
      await world.run((tx) => world.services.batches.submit(tx, merchant.maker, id, revision));
      for (const [index, { payout_id }] of (await steps.items(id)).entries()) {
        ids.set(places[index]?.[0] ?? -1, payout_id ?? '');
      }
    }
    const notified = wanted.flatMap(({ isNotified }, at) => (isNotified ? (ids.get(at) ?? []) : []));
    if (notified.length > 0) {
      await kysely().updateTable('payouts').set({ notify_url: 'https://shop.example.com' }).where('id', 'in', notified).execute(); // prettier-ignore
    }
    return { ids: wanted.map((_, at) => ids.get(at) ?? ''), batchIds };
  }

  type Act<Item> = (merchantId: string, items: readonly Item[]) => Promise<PromiseSettledResult<unknown>[]>;
  interface Way {
    take: Act<{ id: string; books: string }>;
    settle: Act<{ id: string; outcome: PayoutOutcome }>;
  }

  /** Submits payouts, puts trouble in their way, sends and settles them. Returns all that there is afterwards. */
  async function processed(wanted: readonly AnyPayout[], { take, settle }: Way) {
    const merchant = await merchantWithMoney();
    const { merchantId } = merchant;
    const { ids, batchIds } = await submitted(merchant, wanted);
    for (const [at, payout] of wanted.entries()) {
      const [id, { trouble, isPaid }] = [ids[at] ?? '', payout];
      if (trouble === 'ended') {
        await world.run((tx) => payouts().take(tx, merchantId, id, 'bank'));
        await world.run((tx) => payouts().settle(tx, merchantId, id, outcomeOf({ ...payout, isPaid: !isPaid }, at)));
      }
      // Another job of the same record, so that queueing its result violates a constraint.
      const job = { merchant_id: merchantId, record_id: id, due_at: world.clock.now(), polls: 3 };
      if (trouble === 'broken') {
        await kysely().insertInto('notify_jobs').values({ ...job, resource: 'payouts' }).execute(); // prettier-ignore
      }
    }
    const sent = ids.map((id, at) => ({ id, books: `bank ${at % 2}` }));
    const taken = (await take(merchantId, sent)).map(inWords);
    const results = wanted.map((payout, at) => ({ id: ids[at] ?? '', outcome: outcomeOf(payout, at) }));
    const answers = (await settle(merchantId, results)).map(inWords);
    return { taken, answers, ...(await stateOf(merchantId, [...ids, ...batchIds])), wallet: await merchant.wallet() };
  }

  /** What is written, with the positions of payouts and batches instead of IDs. */
  async function stateOf(merchantId: string, known: readonly string[]) {
    const read = async (statement: RawBuilder<Record<string, unknown>>) => {
      const { rows } = await statement.execute(kysely());
      const named = rows.map((row) =>
        Object.values(row).map((value) =>
          typeof value === 'string' && known.includes(value) ? known.indexOf(value) : value,
        ),
      );
      return named.map((row) => row.map(String).join(' '));
    };
    const sorted = async (statement: RawBuilder<Record<string, unknown>>) => (await read(statement)).toSorted();
    return {
      payouts: await sorted(sql`
        select id, status, channel_order_no, error_code, error_msg, notify_status, finished_at, updated_at
        from payouts where merchant_id = ${merchantId}`),
      jobs: await sorted(sql`select payout_id, sent_to from payout_jobs where merchant_id = ${merchantId}`),
      batches: await sorted(sql`
        select id, status, success_count, failed_count, success_amount, success_fee, updated_at
        from batch_transfers where merchant_id = ${merchantId}`),
      items: await sorted(sql`
        select batch_id, payout_id, status, error_code, error_msg, updated_at
        from batch_transfer_items where merchant_id = ${merchantId}`),
      notices: await sorted(sql`
        select coalesce(d.record_id, j.record_id), j.resource, d.event, j.polls, j.due_at
        from notify_jobs j left join webhook_deliveries d on d.merchant_id = j.merchant_id and d.id = j.record_id
        where j.merchant_id = ${merchantId}`),
      notifications: await sorted(sql`
        select kind, data ->> 'record_id' as record, data ->> 'status' as status, data ->> 'failed' as failed,
          data ->> 'total' as total
        from notifications where merchant_id = ${merchantId}`),
      outflows: await sorted(sql`select record_id, amount from unapproved_outflows where merchant_id = ${merchantId}`),
      lines: await read(sql`
        select l.line_no, case when t.event <> 'adjusted' then t.business_id end, t.event, l.available_change,
          l.frozen_change, l.available_after, l.frozen_after, l.created_at
        from ledger_lines l join ledger_transactions t on t.merchant_id = l.merchant_id and t.id = l.transaction_id
        where l.merchant_id = ${merchantId} and t.event <> 'payout_frozen' order by l.line_no`),
      audits: await read(sql`
        select action, record_id, before::text as before, after::text as after from audit_logs
        where merchant_id = ${merchantId} and action not like '%.submit' order by seq`),
    };
  }

  const violations = async () => {
    const all = [...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))];
    // The test funds wallets without a request.
    return all.filter(({ rule }) => !rule.includes('manual_adjustment'));
  };

  it('leave to the unit what one after another leaves, whatever fails in the group', async () => {
    const grouped: Way = {
      take: (merchantId, sent) => {
        const take = inGroups({
          keyOf: () => merchantId,
          most: 10,
          act: (group: typeof sent) => world.run((tx) => payouts().takeAll(tx, merchantId, group)),
        });
        return Promise.allSettled(sent.map(take));
      },
      settle: (merchantId, results) => {
        const settle = inGroups({
          keyOf: () => merchantId,
          most: 10,
          act: (group: typeof results) => world.run((tx) => payouts().settleAll(tx, merchantId, group)),
        });
        return Promise.allSettled(results.map(settle));
      },
    };
    const oneByOne =
      <Item>(act: (merchantId: string, item: Item) => Promise<unknown>): Act<Item> =>
      async (merchantId, items) => {
        const answers: PromiseSettledResult<unknown>[] = [];
        for (const item of items) answers.push(...(await Promise.allSettled([act(merchantId, item)])));
        return answers;
      };
    const single: Way = {
      take: oneByOne((merchantId, { id, books }) => world.run((tx) => payouts().take(tx, merchantId, id, books))),
      settle: oneByOne((merchantId, { id, outcome }) =>
        world.run((tx) => payouts().settle(tx, merchantId, id, outcome)),
      ),
    };
    await fc.assert(
      fc.asyncProperty(anyCase, async (wanted) => {
        const inGroup = await processed(wanted, grouped);
        expect(inGroup).toEqual(await processed(wanted, single));
        const { taken, answers, wallet } = inGroup;
        expect({ taken, answers, wallet }).toEqual(modelOf(wanted));
      }),
      { numRuns: RUNS, examples: [[EVERYTHING]] },
    );
    expect(await violations()).toEqual([]);
  });

  it('take at most two round trips each in groups of ten, sending included', async () => {
    const merchant = await merchantWithMoney();
    await submitted(
      merchant,
      Array.from({ length: 10 }, () => SIMPLE),
    );
    const counted = countRoundTrips(world.db);
    const paid = async () => ({ status: 'success' as const, channelOrderNo: 'C' });
    const adapterOf = () => ({ adapter: { send: paid, query: paid }, books: 'bank' });
    await kysely().updateTable('payout_jobs').set({ due_at: new Date(8.64e15) }).where('merchant_id', '<>', merchant.merchantId).execute(); // prettier-ignore
    const worker = createPayoutProcessor(
      { ...world, db: counted.db, log: silentLog, payouts: payouts(), adapterOf },
      { ...PROCESSOR_TIMES, atOnce: 10 },
    );
    expect(await worker.step()).toBe(10);
    expect(await merchant.wallet()).toEqual({ available: FUNDS - 10n * 1_010n, frozen: 0n });
    expect(counted.count()).toBeLessThanOrEqual(20);
  });
});

/** What each payout answers, and the wallet in the end. */
function modelOf(wanted: readonly AnyPayout[]) {
  const paidOut = (amount: bigint) => amount + (amount * FEE_BPS * 2n + 10_000n) / 20_000n;
  let wallet = { available: FUNDS, frozen: 0n };
  const answers = wanted.map(({ amount, isPaid, isNotified, trouble }) => {
    const ends = trouble === 'ended' ? !isPaid : isPaid;
    const isBroken = trouble === 'broken' && isNotified;
    const moved = isBroken || ends ? paidOut(amount) : 0n;
    wallet = { available: wallet.available - moved, frozen: wallet.frozen + (isBroken ? moved : 0n) };
    if (trouble === 'ended') return ends ? 'decided.success' : 'decided.failed';
    return isBroken ? 'broken' : 'done';
  });
  const taken = wanted.map(({ isPaid, trouble }) => {
    if (trouble !== 'ended') return 'done';
    return isPaid ? 'decided.failed' : 'decided.success';
  });
  return { taken, answers, wallet };
}

function inWords(result: PromiseSettledResult<unknown>): string {
  if (result.status === 'fulfilled') return 'done';
  return result.reason instanceof ConflictError ? result.reason.id : 'broken';
}

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hoursToSeconds } from 'date-fns/hoursToSeconds';
import { ForbiddenError } from '#server/errors.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { batchSteps, FAILED } from '#tests/support/batchSteps.ts';
import { refundWorld, type RefundWorld } from '../../modules/refunds/refundWorld.ts';
import type { MoneyMerchant } from '../moneyWorld.ts';
import { DAILY_TOTAL, emptyModel, HOURS, mayPass, mayRefund, type SumModel, THRESHOLD } from './sumModel.ts';

/** Sequences; set MODEL_RUNS=500 for a longer run. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 12);

const ACCOUNTS = ['6222021234567890128', '6228480402564890018', '4000000000000002'];
const ORDERS = 2;
const LARGE = 1_000_000_000n;

const user = fc.nat(1);
const amount = fc.bigInt(1n, 4n).map((part) => part * 3_000n - 1n);
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('pay' as const), user, at: fc.nat(2), amount }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('batch' as const), user, at: fc.nat(2), amounts: fc.array(amount, { minLength: 1, maxLength: 3 }) }), // prettier-ignore
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('refund' as const), user, at: fc.nat(ORDERS - 1), amount }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('fail' as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('wait' as const), hours: fc.constantFrom(1, 11, 23, 24) }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

describe('what users get through without approval', () => {
  let world: RefundWorld;
  beforeAll(async () => {
    world = await refundWorld(USUAL_DATABASE);
  });
  afterAll(() => world.remove());

  it('is never above threshold, sum or daily total, after any sequence of acts', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 30, size: 'max' }), async (steps) => {
        const merchant = await world.merchant({
          approvalThreshold: THRESHOLD,
          channel: { rate_bps: 0, fixed_fee: 0n, refund_fee: 'keep' },
        });
        await world.db.kysely
          .updateTable('merchants')
          .set({ daily_total: DAILY_TOTAL })
          .where('merchant_id', '=', merchant.merchantId)
          .execute();
        await merchant.fund(LARGE);
        const acts = await actsOf(world, merchant);
        for (const step of steps) seen.add(`${step.act} ${await acts(step)}`);
      }),
      { numRuns: RUNS },
    );
    const both = ['batch', 'pay', 'refund'].flatMap((act) => [`${act} passes`, `${act} waits`]);
    expect([...seen]).toEqual(expect.arrayContaining(both));
    const found = await findViolations(world.db);
    // The test funds the merchants without a business record.
    expect(found.filter((one) => one.found !== 'adjusted of A0')).toEqual([]);
  });
});

/** Takes steps in the model and in the product, and compares whether they pass. */
async function actsOf(world: RefundWorld, merchant: MoneyMerchant): Promise<(step: Step) => Promise<string>> {
  const { services, run, clock } = world;
  const { merchantId, channels, maker, checker } = merchant;
  const users = [maker, checker];
  const model = emptyModel();
  const orders = await Promise.all(Array.from({ length: ORDERS }, () => world.paidOrder(merchant, 30_000n)));
  /** Payouts and refunds that can fail. */
  const open: { id: string; fails: () => Promise<unknown>; undo(): void }[] = [];
  const userOf = (index: number): Actor => users[index] ?? maker;

  function passes(by: number, rows: readonly { id: string; account: string; amount: bigint }[]): void {
    model.passed.push(...rows.map((row) => ({ ...row, user: by, hour: model.hour })));
  }
  const forgotten = (id: string) => {
    model.passed = model.passed.filter((one) => one.id !== id);
  };
  function canFail(id: string, kind: 'payout' | 'refund', order?: { id: string; amount: bigint }): void {
    const fails = () =>
      kind === 'refund'
        ? run((tx) => services.refunds.settle(tx, merchantId, id, FAILED))
        : batchSteps(world, merchant).settle(id, FAILED);
    open.push({
      id,
      fails,
      undo() {
        forgotten(id);
        if (order) model.refunded.set(order.id, (model.refunded.get(order.id) ?? 0n) - order.amount);
      },
    });
  }

  const acts = {
    async pay({ user: by, at, amount: paid }: Extract<Step, { act: 'pay' }>) {
      const account = ACCOUNTS[at] ?? '';
      const expected = mayPass(model, by, [{ account, amount: paid }]);
      const payee = { payee_name: 'Bo', card_number: account, bank_name: 'Bank', branch_name: null };
      const wish = { channel_id: channels.payout, amount: paid, remark: null, ...payee };
      const made = await run((tx) => services.paymentRequests.request(tx, userOf(by), wish));
      expect([model, paid, made.status]).toEqual([model, paid, expected ? 'pass' : 'pending']);
      expect(made.approval_rule === null).toBe(expected);
      const id = made.payout_id ?? (await run((tx) => services.paymentRequests.approve(tx, userOf(1 - by), made.id))).payout_id ?? ''; // prettier-ignore
      if (expected) passes(by, [{ id, account, amount: paid }]);
      canFail(id, 'payout');
      return expected;
    },
    async batch({ user: by, at, amounts }: Extract<Step, { act: 'batch' }>) {
      const account = ACCOUNTS[at] ?? '';
      const rows = amounts.map((paid) => ({ account, amount: paid }));
      const expected = mayPass(model, by, rows);
      const steps = batchSteps(world, { ...merchant, maker: userOf(by) });
      const id = await steps.draft(amounts.map((minor) => (Number(minor) / 100).toFixed(2)), { card_number: account }); // prettier-ignore
      const { revision } = await steps.batch(id);
      const submit = (actor: Actor) => run((tx) => services.batches.submit(tx, actor, id, revision));
      if (expected) await submit(userOf(by));
      else {
        await expect(submit(userOf(by))).rejects.toBeInstanceOf(ForbiddenError);
        expect((await submit(userOf(1 - by))).approver_id).toBe(userOf(1 - by).userId);
      }
      const items = await steps.items(id);
      const payouts = items.map(({ payout_id, amount: paid }) => ({
        id: payout_id ?? '',
        account,
        amount: paid ?? 0n,
      }));
      if (expected) passes(by, payouts);
      for (const payout of payouts) canFail(payout.id, 'payout');
      return expected;
    },
    async refund({ user: by, at, amount: refunded }: Extract<Step, { act: 'refund' }>) {
      const { id: account = '' } = orders[at] ?? {};
      const left = 30_000n - (model.refunded.get(account) ?? 0n);
      if (refunded > left) return null;
      const expected = mayRefund(model, by, { account, amount: refunded });
      const wish = { orderId: account, amount: refunded, reason: 'why' };
      const made = await run((tx) => services.refunds.request(tx, userOf(by), wish));
      expect([model, refunded, made.status]).toEqual([model, refunded, expected ? 'processing' : 'pending_approval']);
      if (!expected) await run((tx) => services.refunds.approve(tx, userOf(1 - by), made.id));
      if (expected) passes(by, [{ id: made.id, account, amount: refunded }]);
      model.refunded.set(account, (model.refunded.get(account) ?? 0n) + refunded);
      canFail(made.id, 'refund', { id: account, amount: refunded });
      return expected;
    },
  };

  return async (step) => {
    if (step.act === 'wait') {
      model.hour += step.hours;
      clock.advance(hoursToSeconds(step.hours));
      return 'done';
    }
    if (step.act === 'fail') {
      const [one] = open.splice(step.at % Math.max(1, open.length), 1);
      await one?.fails();
      one?.undo();
      return 'done';
    }
    const passed =
      step.act === 'pay'
        ? await acts.pay(step)
        : step.act === 'batch'
          ? await acts.batch(step)
          : await acts.refund(step);
    expectWithin(model);
    return passed === null ? 'impossible' : passed ? 'passes' : 'waits';
  };
}

/** Whatever the rules say: no sum of what passed alone is above a limit at any moment. */
function expectWithin({ hour, passed }: SumModel): void {
  const recent = passed.filter((one) => hour - one.hour < HOURS);
  for (const by of [0, 1]) {
    const own = recent.filter((one) => one.user === by);
    const sum = (some: typeof own) => some.reduce((total, one) => total + one.amount, 0n);
    expect(sum(own) <= DAILY_TOTAL).toBe(true);
    for (const { account } of own) expect(sum(own.filter((one) => one.account === account)) <= THRESHOLD).toBe(true);
  }
}

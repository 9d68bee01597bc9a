import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFUND_FEES, type RefundFee } from '#shared/money/refundFee.ts';
import { AppError, UnavailableError } from '#server/errors.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import type { Refund } from '#server/modules/refunds/service.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import type { MoneyMerchant } from '../../money/moneyWorld.ts';
import { act, ALL_ACTS, ask, counted, feeOf, left, refunded, type Act, type RefundModel } from './refundModel.ts';
import { refundWorld, type RefundWorld } from './refundWorld.ts';

const THRESHOLD = 2_000n;

const anyStep = fc.oneof(
  { weight: 2, arbitrary: fc.record({ amount: fc.oneof(fc.bigInt(0n, 3_000n), fc.bigInt(1n, 40n)) }) },
  { weight: 1, arbitrary: fc.record({ rest: fc.constantFrom(0n, 1n) }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constantFrom<Act>('approve', 'reject', 'cancel', 'succeed', 'fail'), at: fc.nat() }),
  },
);

const anyCourse = fc.record({
  amount: fc.oneof(fc.bigInt(200n, 9_000n), fc.bigInt(150n, 300n)),
  rate_bps: fc.integer({ min: 0, max: 5_000 }),
  spent: fc.integer({ min: 0, max: 3 }),
  steps: fc.array(anyStep, { maxLength: 30, size: 'max' }),
});

type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

/** Takes every move, whatever the random sequences miss. Identifies refunds by index. */
const EVERY_MOVE: typeof anyCourse extends fc.Arbitrary<infer C> ? C : never = {
  amount: 9_000n,
  rate_bps: 100,
  spent: 0,
  steps: [
    { amount: THRESHOLD },
    { act: 'fail', at: 0 },
    { amount: THRESHOLD + 1n },
    { act: 'approve', at: 1 },
    { act: 'succeed', at: 1 },
    { amount: THRESHOLD + 1n },
    { act: 'reject', at: 2 },
    { amount: THRESHOLD + 1n },
    { act: 'cancel', at: 3 },
    { amount: 1n },
  ],
};

/** Compares `numRuns` sequences for each rule and deduction with the model. */
export function anyRefunds(numRuns: number): void {
  describe('any sequence of refunds of an order', () => {
    let world: RefundWorld;
    beforeAll(async () => {
      world = await refundWorld(USUAL_DATABASE);
    });
    afterAll(() => world.remove());

    const seen = new Set<string>();
    const cases = REFUND_FEES.flatMap((rule) =>
      (['inner', 'outer'] as const).map((deduction) => ({ rule, deduction })),
    );

    it.each(cases)('agrees with the model, with fees $deduction and rule $rule', async ({ rule, deduction }) => {
      await fc.assert(
        fc.asyncProperty(anyCourse, async ({ amount, rate_bps, spent, steps }) => {
          const channel = { rate_bps, fixed_fee: 7n, deduction, refund_fee: rule };
          const merchant = await world.merchant({ approvalThreshold: THRESHOLD, channel });
          const order = await world.paidOrder(merchant, amount);
          // Part of the collected money may be gone by now.
          const { available } = await merchant.wallet();
          const gone = (available * BigInt(spent)) / 4n;
          if (gone > 0n) await merchant.fund(-gone);
          const model: RefundModel = {
            available: available - gone,
            frozen: 0n,
            refunds: [],
            deduction,
            threshold: THRESHOLD,
            order: { amount, fee: order.fee },
          };
          await follow({ world, merchant, model, rule, orderId: order.id, seen }, steps);
        }),
        { numRuns, examples: [[EVERY_MOVE]] },
      );
      expect([...(await findViolations(world.db)), ...(await booksOfRefunds(world))]).toEqual([]);
    });

    it('includes every move', () => {
      expect([...seen].toSorted()).toEqual(ALL_ACTS.toSorted());
    });
  });
}

/** `fund` books adjustments without record and audit entry, so only those may be missing. */
async function booksOfRefunds({ db }: RefundWorld) {
  const violations = await findBusinessViolations(db);
  return violations.filter(({ rule }) => !rule.includes('manual_adjustment'));
}

interface Course {
  world: RefundWorld;
  merchant: MoneyMerchant;
  model: RefundModel;
  rule: RefundFee;
  orderId: string;
  seen: Set<string>;
}

/** Makes each call to the model and to the product, and compares the results. */
async function follow(course: Course, steps: readonly Step[]) {
  const { world, merchant, model, rule, orderId, seen } = course;
  const ids: string[] = [];
  for (const step of steps) {
    if ('act' in step) {
      const at = step.at % Math.max(1, model.refunds.length);
      const refund = model.refunds[at];
      if (!refund) continue;
      const was = refund.status;
      const expected = act(model, refund, step.act);
      const done = await outcomeOf(() => acted(course, ids[at] ?? '', step.act));
      expect([was, step.act, done !== null]).toEqual([was, step.act, expected]);
      if (expected) seen.add(`${was} ${step.act}`);
      if (done) expect(done.status).toBe(refund.status);
    } else {
      const amount = 'rest' in step ? left(model) - step.rest : step.amount;
      const wish = { orderId, amount, reason: 'Returned goods' };
      const made = await outcomeOf(() => world.run((tx) => world.services.refunds.request(tx, merchant.maker, wish)));
      const refund = { status: '', amount, fee: feeOf(model, amount, rule) };
      expect([amount, ask(model, refund)]).toEqual([amount, made !== null]);
      if (made) {
        const { status, fee_returned: fee } = made;
        expect({ status, amount, fee }).toEqual(refund);
        ids.push(made.id);
      }
    }
    const { available, frozen } = model;
    expect(await merchant.wallet()).toEqual({ available, frozen });
    expect(await merchant.newestLine()).toEqual({ available, frozen });
    const { refunded_amount, refund_open_amount, status } = await world.order(orderId);
    expect({ refunded_amount, refund_open_amount, status }).toEqual({
      refunded_amount: refunded(model, ['success']),
      refund_open_amount: refunded(model, ['pending_approval', 'processing']),
      status: 'success',
    });
    expect(left(model)).toBeGreaterThanOrEqual(0n);
    if (left(model) === 0n && rule === 'return_in_proportion') {
      expect(counted(model).reduce((sum, { fee }) => sum + fee, 0n)).toBe(model.order.fee);
    }
  }
}

/** Null if the call was rejected. Any other error fails the test. */
async function outcomeOf(call: () => Promise<Refund>): Promise<Refund | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError && !(error instanceof UnavailableError)) return null;
    throw error;
  }
}

function acted({ world, merchant }: Course, id: string, what: Act): Promise<Refund> {
  const { run } = world;
  const { refunds } = world.services;
  const { merchantId, maker, checker } = merchant;
  switch (what) {
    case 'approve':
      return run((tx) => refunds.approve(tx, checker, id));
    case 'reject':
      return run((tx) => refunds.reject(tx, checker, id, 'why'));
    case 'cancel':
      return run((tx) => refunds.cancel(tx, maker, id));
    case 'succeed':
      return run((tx) => refunds.settle(tx, merchantId, id, { status: 'success', channelOrderNo: 'R1' }));
    case 'fail':
      return run((tx) =>
        refunds.settle(tx, merchantId, id, { status: 'failed', errorCode: 'E1', errorMessage: 'account closed' }),
      );
  }
}

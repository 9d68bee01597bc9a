import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError, ConflictError, UnavailableError, ValidationError } from '#server/errors.ts';
import { findViolations, type Violation } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import type { Refund } from '#server/modules/refunds/service.ts';
import { refundWorld, type RefundWorld } from './refundWorld.ts';

const AMOUNT = 100_000n;
const PART = 700n;
const CALLS = 400;
const CALLERS = 40;

describe('concurrent calls on PostgreSQL', () => {
  let world: RefundWorld;
  beforeAll(async () => {
    world = await refundWorld('postgres');
  });
  afterAll(() => world.remove());

  const noViolations = async () => {
    const { db } = world;
    const all: Violation[] = [...(await findViolations(db)), ...(await findBusinessViolations(db))];
    return all.filter(({ rule }) => !rule.includes('manual_adjustment'));
  };

  it(`${CALLS} refunds of ${PART} by ${CALLERS} callers of one order: as many succeed as fit into its amount`, async () => {
    const { services, run } = world;
    const channel = { deduction: 'inner', refund_fee: 'return_in_proportion', rate_bps: 250 } as const;
    const merchant = await world.merchant({ approvalThreshold: AMOUNT, channel });
    await merchant.fund(10n * AMOUNT);
    const order = await world.paidOrder(merchant, AMOUNT);
    const before = await merchant.wallet();
    const outcomes = await byCallers(CALLS, () =>
      run((tx) =>
        services.refunds.request(tx, merchant.maker, { orderId: order.id, amount: PART, reason: 'Returned' }),
      ),
    );
    const made = outcomes.filter((one) => typeof one !== 'string');
    const fitting = Number(AMOUNT / PART);
    expect(made).toHaveLength(fitting);
    expect(new Set(outcomes.filter((one) => typeof one === 'string'))).toEqual(new Set(['refund_too_large']));
    const rest = AMOUNT - BigInt(fitting) * PART;
    const last = { orderId: order.id, amount: rest, reason: 'Returned' };
    made.push(await run((tx) => services.refunds.request(tx, merchant.maker, last)));
    expect(made.reduce((sum, { fee_returned }) => sum + fee_returned, 0n)).toBe(order.fee);
    expect(await world.order(order.id)).toMatchObject({ refunded_amount: 0n, refund_open_amount: AMOUNT });
    expect(await merchant.wallet()).toEqual({
      available: before.available - AMOUNT + order.fee,
      frozen: AMOUNT - order.fee,
    });
    await byCallers(made.length, (call) => {
      const paid = { status: 'success', channelOrderNo: `R${call}` } as const;
      return run((tx) => services.refunds.settle(tx, merchant.merchantId, made[call]?.id ?? '', paid));
    });
    expect(await world.order(order.id)).toMatchObject({ refunded_amount: AMOUNT, refund_open_amount: 0n });
    expect(await merchant.wallet()).toEqual({ available: before.available - AMOUNT + order.fee, frozen: 0n });
    expect(await noViolations()).toEqual([]);
  });

  it('of many refunds of one order only those that fit into the threshold together need no approval', async () => {
    const { services, run } = world;
    const merchant = await world.merchant({ approvalThreshold: 10n * PART });
    const order = await world.paidOrder(merchant, AMOUNT);
    const outcomes = await byCallers(50, () =>
      run((tx) =>
        services.refunds.request(tx, merchant.maker, { orderId: order.id, amount: PART, reason: 'Returned' }),
      ),
    );
    const waiting = outcomes.filter((one) => typeof one !== 'string' && one.status === 'pending_approval');
    const processing = outcomes.filter((one) => typeof one !== 'string' && one.status === 'processing');
    expect([waiting.length, processing.length]).toEqual([40, 10]);
  });

  it('refunds that are created, decided and settled concurrently never exceed an order or the balance', async () => {
    const { services, run } = world;
    const merchant = await world.merchant({ approvalThreshold: 1_000n, channel: { deduction: 'outer', rate_bps: 0 } });
    const order = await world.paidOrder(merchant, 20_000n);
    const { merchantId, maker, checker } = merchant;
    const { refunds } = services;
    const open: string[] = [];
    const act = async (call: number) => {
      const id = open.shift();
      if (id === undefined || call % 3 === 0) {
        const wish = { orderId: order.id, amount: BigInt(500 + (call % 4) * 400), reason: 'Returned' };
        const made = await run((tx) => refunds.request(tx, maker, wish));
        open.push(made.id);
        return made;
      }
      const found = (await world.refundsOf(order.id)).find((one) => one.id === id);
      const failed = { status: 'failed', errorCode: 'E1', errorMessage: 'no' } as const;
      const paid = { status: 'success', channelOrderNo: 'R1' } as const;
      if (found?.status === 'processing') {
        return run((tx) => refunds.settle(tx, merchantId, id, call % 2 === 0 ? paid : failed));
      }
      if (call % 4 === 0) return run((tx) => refunds.reject(tx, checker, id, 'why'));
      const approved = await run((tx) => refunds.approve(tx, checker, id));
      open.push(id);
      return approved;
    };
    // One after the other, so that each kind of act has succeeded whatever happens in the race.
    await byCallers(11, act, 1);
    const first = (await world.refundsOf(order.id)).map(({ status }) => status);
    expect(new Set(first)).toEqual(new Set(['pending_approval', 'processing', 'rejected', 'success', 'failed']));
    await byCallers(300, act);
    const all = await world.refundsOf(order.id);
    const sum = (statuses: readonly Refund['status'][]) =>
      all.filter(({ status }) => statuses.includes(status)).reduce((total, { amount }) => total + amount, 0n);
    const { refunded_amount, refund_open_amount } = await world.order(order.id);
    expect({ refunded_amount, refund_open_amount }).toEqual({
      refunded_amount: sum(['success']),
      refund_open_amount: sum(['pending_approval', 'processing']),
    });
    expect(refunded_amount + refund_open_amount).toBeLessThanOrEqual(order.amount);
    expect(await noViolations()).toEqual([]);
  });

  it('of several decisions about one refund one succeeds, and the others report whose it was', async () => {
    const { services, run } = world;
    const merchant = await world.merchant({ approvalThreshold: 0n, channel: { deduction: 'inner' } });
    const order = await world.paidOrder(merchant, AMOUNT);
    for (let round = 0; round < 15; round += 1) {
      const wish = { orderId: order.id, amount: PART, reason: 'Returned' };
      const { id } = await run((tx) => services.refunds.request(tx, merchant.maker, wish));
      const outcomes = await Promise.allSettled([
        run((tx) => services.refunds.approve(tx, merchant.checker, id)),
        run((tx) => services.refunds.reject(tx, merchant.checker, id, 'why')),
        run((tx) => services.refunds.cancel(tx, merchant.maker, id)),
      ]);
      const won = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.status] : []));
      expect(won).toHaveLength(1);
      for (const one of outcomes) {
        if (one.status === 'fulfilled') continue;
        expect(one.reason).toBeInstanceOf(ConflictError);
        expect(one.reason).toMatchObject({ id: `decided.${won[0]}` });
      }
    }
    expect(await noViolations()).toEqual([]);
  });
});

/**
 * Calls `make` `calls` times, `callers` at a time.
 * @returns the refunds, or why they were rejected
 */
async function byCallers(
  calls: number,
  make: (call: number) => Promise<Refund>,
  callers = CALLERS,
): Promise<(Refund | string)[]> {
  const results: (Refund | string)[] = [];
  let next = 0;
  const caller = async () => {
    while (next < calls) {
      const call = next;
      next += 1;
      results.push(await outcomeOf(() => make(call)));
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return results;
}

/** Retries while all connections are busy. */
async function outcomeOf(make: () => Promise<Refund>): Promise<Refund | string> {
  for (;;) {
    try {
      return await make();
    } catch (error) {
      if (error instanceof UnavailableError) continue;
      if (error instanceof ValidationError) return error.fields['amount']?.key ?? 'other field';
      if (error instanceof AppError) return error.id;
      throw error;
    }
  }
}

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError, UnavailableError } from '#server/errors.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import {
  act,
  ALL_ACTS,
  ask,
  emptyModel,
  FIXED_FEE,
  MAX_AMOUNT,
  MIN_AMOUNT,
  RATE_BPS,
  sensibleActs,
  THRESHOLD,
  type Act,
  type Ask,
  type Deduction,
  type ModelItem,
} from './moneyModel.ts';
import { moneyWorld, type MoneyMerchant, type MoneyWorld } from './moneyWorld.ts';

const amountOf = fc.oneof(fc.bigInt(1n, 30_000n), fc.bigInt(0n, 60n), fc.bigInt(90_000n, 110_000n));
const anyStep = fc.oneof(
  fc.record({
    ask: fc.constantFrom<Ask>('withdraw', 'deposit', 'pay', 'adjust'),
    amount: amountOf,
    isNegative: fc.boolean(),
  }),
  fc.record({ act: fc.constantFrom<Act>('cancel', 'approve', 'reject', 'succeed', 'fail'), at: fc.nat() }),
  // Most acts above are rejected. This one is allowed by the item's state.
  fc.record({ sensible: fc.nat(), at: fc.nat() }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

/** Takes every move, whatever the random sequences miss. Identifies items by index. */
const EVERY_MOVE: Step[] = [
  ...asks('withdraw', 1000n, [['cancel'], ['reject'], ['approve', 'succeed'], ['approve', 'fail']], 0),
  ...asks('deposit', 1000n, [['approve'], ['reject']], 4),
  ...asks('adjust', 1000n, [['approve'], ['reject']], 6),
  ...asks('pay', THRESHOLD + 1000n, [['cancel'], ['reject'], ['approve']], 8),
  // An approved payment's payout has the next index, as has that of a payment that needs no approval.
  { act: 'approve', at: 11 },
  { act: 'succeed', at: 11 },
  { ask: 'pay', amount: 1000n, isNegative: false },
  { act: 'approve', at: 13 },
  { act: 'fail', at: 13 },
];

function asks(what: Ask, amount: bigint, fates: Act[][], first: number): Step[] {
  return fates.flatMap((acts, index): Step[] => [
    { ask: what, amount, isNegative: false },
    ...acts.map((one): Step => ({ act: one, at: first + index })),
  ]);
}

/** An item of the model with its ID in the database. Both are identified by the order of creation. */
type Known = ModelItem & { id: string };

/** Compares `numRuns` sequences of calls for each deduction with the model. */
export function anyMoneyCalls(numRuns: number): void {
  describe('any sequence of money calls', () => {
    let world: MoneyWorld;
    beforeAll(async () => {
      world = await moneyWorld(USUAL_DATABASE);
    });
    afterAll(() => world.remove());

    const seen = new Set<string>();

    it.each<Deduction>(['inner', 'outer'])('agrees with the model, with fees that are %s', async (deduction) => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { maxLength: 40, size: 'max' }), async (steps) => {
          const merchant = await world.merchant({
            approvalThreshold: THRESHOLD,
            channel: {
              rate_bps: Number(RATE_BPS),
              fixed_fee: FIXED_FEE,
              deduction,
              min_amount: MIN_AMOUNT,
              max_amount: MAX_AMOUNT,
            },
          });
          await merchant.fund(50_000n);
          await follow(world, merchant, steps, { deduction, seen });
        }),
        // A failure prints seed and path, which reproduce it.
        { numRuns, examples: [[EVERY_MOVE]] },
      );
      expect(await findViolations(world.db)).toEqual([]);
    });

    it('includes every move', () => {
      expect([...seen].toSorted()).toEqual(ALL_ACTS.toSorted());
    });
  });
}

/** Makes each call to the model and to the product, and compares the results. */
async function follow(
  world: MoneyWorld,
  merchant: MoneyMerchant,
  steps: readonly Step[],
  { deduction, seen }: { deduction: Deduction; seen: Set<string> },
): Promise<void> {
  const model = { ...emptyModel(), available: 50_000n };
  const ids: string[] = [];
  for (const one of steps) {
    if ('ask' in one) {
      const wanted = one.ask === 'adjust' && one.isNegative ? -one.amount : one.amount;
      const expected = ask(model, one.ask, wanted, deduction);
      const made = await outcomeOf(() => asked(world, merchant, one.ask, wanted));
      expect([one.ask, wanted, made !== null]).toEqual([one.ask, wanted, expected]);
      ids.push(...(made ?? []));
    } else {
      const found = chosen(model.items, one);
      if (!found) continue;
      const { item, what } = found;
      const was = { ...item, id: ids[model.items.indexOf(item)] ?? '' };
      const expected = act(model, item, what, deduction);
      const made = await outcomeOf(() => acted(world, merchant, was, what));
      expect([was, what, made !== null]).toEqual([was, what, expected]);
      if (expected) seen.add(`${was.kind} ${was.status} ${what}`);
      ids.push(...(made ?? []));
    }
    expect(ids).toHaveLength(model.items.length);
    const { available, frozen } = model;
    expect(await merchant.wallet()).toEqual({ available, frozen });
    expect(await merchant.newestLine()).toEqual({ available, frozen });
  }
}

function chosen(items: readonly ModelItem[], step: Exclude<Step, { ask: Ask }>): { item: ModelItem; what: Act } | null {
  const among = 'act' in step ? items : items.filter((item) => sensibleActs(item).length > 0);
  const item = among[step.at % Math.max(1, among.length)];
  if (!item) return null;
  if ('act' in step) return { item, what: step.act };
  const acts = sensibleActs(item);
  const what = acts[step.sensible % acts.length];
  return what ? { item, what } : null;
}

/** IDs of the created records, or null if the call was rejected. Any other error fails the test. */
async function outcomeOf(call: () => Promise<string[] | null>): Promise<string[] | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError && !(error instanceof UnavailableError)) return null;
    throw error;
  }
}

async function asked(world: MoneyWorld, merchant: MoneyMerchant, what: Ask, wanted: bigint): Promise<string[]> {
  const { services, run, operator } = world;
  const { maker, channels, cardId, merchantId } = merchant;
  switch (what) {
    case 'withdraw': {
      const wish = { bankcard_id: cardId, amount: wanted, remark: null };
      return [(await run((tx) => services.withdrawals.request(tx, maker, wish))).id];
    }
    case 'deposit': {
      const wish = { channel_id: channels.deposit, amount: wanted, payer_name: 'Ana', remark: null };
      return [(await run((tx) => services.deposits.request(tx, maker, wish))).id];
    }
    case 'pay': {
      const payee = { payee_name: 'Bo', card_number: '6222020200112233445', bank_name: 'Bank', branch_name: null };
      const wish = { channel_id: channels.payout, amount: wanted, remark: null, ...payee };
      const made = await run((tx) => services.paymentRequests.request(tx, maker, wish));
      return [made.id, ...(made.payout_id === null ? [] : [made.payout_id])];
    }
    case 'adjust': {
      const wish = { merchantId, currency: 'CNY', amount: wanted, reason: 'why' };
      return [(await run((tx) => services.adjustments.request(tx, operator, wish))).id];
    }
  }
}

/** Null if no such call exists. */
async function acted(
  world: MoneyWorld,
  { merchantId, maker, checker }: MoneyMerchant,
  { kind, id, status }: Known,
  what: Act,
): Promise<string[] | null> {
  const { services, run, operator, secondOperator } = world;
  const { withdrawals, deposits, payouts, paymentRequests, adjustments } = services;
  const of = { merchantId, id };
  const paid = { status: 'success', channelOrderNo: 'X1' } as const;
  const notPaid = { status: 'failed', errorCode: 'E1', errorMessage: 'no such account' } as const;
  switch (`${kind} ${what}`) {
    case 'withdrawal cancel':
      return run(async (tx) => (await withdrawals.cancel(tx, maker, id)) && []);
    case 'withdrawal approve':
      return run(async (tx) => (await withdrawals.approve(tx, operator, of)) && []);
    case 'withdrawal reject':
      return run(async (tx) => (await withdrawals.reject(tx, operator, of, 'why')) && []);
    case 'withdrawal succeed':
      return run(async (tx) => (await withdrawals.succeed(tx, operator, of)) && []);
    case 'withdrawal fail':
      return run(async (tx) => (await withdrawals.fail(tx, operator, of, 'why')) && []);
    case 'deposit approve':
      return run(async (tx) => (await deposits.pass(tx, operator, of)) && []);
    case 'deposit reject':
      return run(async (tx) => (await deposits.reject(tx, operator, of, 'why')) && []);
    case 'payment cancel':
      return run(async (tx) => (await paymentRequests.cancel(tx, maker, id)) && []);
    case 'payment reject':
      return run(async (tx) => (await paymentRequests.reject(tx, checker, id, 'why')) && []);
    case 'payment approve': {
      const { payout_id } = await run((tx) => paymentRequests.approve(tx, checker, id));
      return payout_id === null || status !== 'pending' ? [] : [payout_id];
    }
    case 'payout approve':
      return run(async (tx) => (await payouts.take(tx, merchantId, id, 'sandbox')) && []);
    case 'payout succeed':
      return run(async (tx) => (await payouts.settle(tx, merchantId, id, paid)) && []);
    case 'payout fail':
      return run(async (tx) => (await payouts.settle(tx, merchantId, id, notPaid)) && []);
    case 'adjustment approve':
      return run(async (tx) => (await adjustments.approve(tx, secondOperator, of)) && []);
    case 'adjustment reject':
      return run(async (tx) => (await adjustments.reject(tx, secondOperator, of, 'why')) && []);
    default:
      return null;
  }
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError, UnavailableError } from '#server/errors.ts';
import { findViolations } from '#server/ledger/invariants.ts';
import { moneyWorld, type MoneyMerchant, type MoneyWorld } from '#tests/server/money/moneyWorld.ts';
import { batchSteps, FAILED } from '#tests/support/batchSteps.ts';

const ACTS = ['request', 'save', 'enter', 'disable', 'enable', 'approve', 'reject', 'fail', 'again'] as const;
type Act = (typeof ACTS)[number];

interface Step {
  act: Act;
  /** 0 for the newest payment. */
  at: number;
}

const step = (act: Act, at = 0): Step => ({ act, at });

/** Each act is done at least once, and a payment is neither approved nor made again while its payee is disabled. */
const EVERY_ACT: Step[] = [
  ...[step('save'), step('request'), step('approve'), step('fail'), step('again'), step('disable'), step('approve')],
  ...[step('reject'), step('again', 1), step('request'), step('enter'), step('approve'), step('enable')],
  ...[step('again', 2), step('approve'), step('enter')],
];

const NO_PAYOUT = '00000000-0000-7000-8000-000000000000';

/** A payment to the payee, with what has become of it. */
interface Payment {
  id: string;
  status: 'pending' | 'pass' | 'reject' | 'failed';
  payoutId: string | null;
  repeatedBy: Payment | null;
}

interface Model {
  isEnabled: boolean;
  payments: Payment[];
}

it('nothing is paid to a disabled payee or its number, after any sequence of acts', async () => {
  const world = await moneyWorld('postgres');
  const merchant = await world.merchant({ approvalThreshold: 0n });
  await world.db.kysely.updateTable('merchants').set({ card_cooling_hours: 0 }).execute();
  await merchant.fund(1_000_000_000n);
  const seen = new Set<Act>();
  const anyStep = fc.record({ act: fc.constantFrom<Act>(...ACTS), at: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 60, size: 'max' }), async (steps) => {
      const { model, take } = await newPayee(world, merchant);
      for (const { act, at } of steps) {
        world.clock.advance(1);
        // Mostly the newest payments.
        const payment = model.payments.at(-1 - at) ?? null;
        const expected = isPossible(model, act, payment);
        const isDone = await succeeds(() => take(act, payment));
        expect([act, payment, isDone]).toEqual([act, payment, expected]);
        if (isDone) seen.add(act);
      }
    }),
    // A failure prints seed and path, which reproduce it.
    { numRuns: 15, examples: [[EVERY_ACT]] },
  );
  expect([...seen].toSorted()).toEqual(ACTS.toSorted());
  const found = await findViolations(world.db);
  // The test funds the merchant without a business record.
  expect(found.filter((one) => one.found !== 'adjusted of A0')).toEqual([]);
  await world.remove();
});

function isPossible({ isEnabled }: Model, act: Act, payment: Payment | null): boolean {
  const repeated = payment?.repeatedBy?.status ?? 'none';
  switch (act) {
    case 'enter':
    case 'request':
    case 'save':
    case 'disable':
      return isEnabled;
    case 'enable':
      return !isEnabled;
    case 'approve':
      return payment?.status === 'pending' && isEnabled;
    case 'reject':
      return payment?.status === 'pending';
    case 'fail':
      return payment?.status === 'pass';
    case 'again':
      // A repetition that has failed is repeated itself.
      return payment?.status === 'failed' && isEnabled && ['none', 'reject'].includes(repeated);
  }
}

/** A new payee, and what users do with it, each in a transaction of its own. */
async function newPayee(world: MoneyWorld, merchant: MoneyMerchant) {
  const { run, services } = world;
  const { payees, paymentRequests } = services;
  const { maker, channels } = merchant;
  const steps = batchSteps(world, merchant);
  // Another number for each payee.
  world.clock.advance(1);
  const card_number = `62220200${String(world.clock.now().getTime()).slice(-10)}`;
  const about = { name: 'Bo', bank_name: 'Bank', branch_name: null, card_number };
  const { id: payeeId } = await run((tx) => payees.create(tx, maker, about));
  const payment = { channel_id: channels.payout, amount: 1_000n, remark: null };
  const entered = { ...payment, payee_name: 'Bo', bank_name: 'Bank', branch_name: null, card_number };
  const model: Model = { isEnabled: true, payments: [] };
  const added = ({ id }: { id: string }) => {
    const made: Payment = { id, status: 'pending', payoutId: null, repeatedBy: null };
    model.payments.push(made);
    return made;
  };

  async function take(act: Act, target: Payment | null): Promise<unknown> {
    if (act === 'request') return added(await run((tx) => paymentRequests.toSaved(tx, maker, payeeId, payment)));
    if (act === 'save') return added(await run((tx) => paymentRequests.andSave(tx, maker, entered)));
    if (act === 'enter') return added(await run((tx) => paymentRequests.request(tx, maker, entered)));
    if (act === 'disable' || act === 'enable') {
      await run((tx) => payees[act](tx, maker, payeeId));
      return (model.isEnabled = act === 'enable');
    }
    const id = target?.id ?? '';
    if (act === 'reject') await steps.reject(id);
    else if (act === 'fail') await steps.settle(target?.payoutId ?? NO_PAYOUT, FAILED);
    else if (act === 'approve') {
      const { payout_id } = await steps.approve(id);
      if (target) target.payoutId = payout_id;
    } else {
      const repeating = added(await steps.payAgain(target?.payoutId ?? NO_PAYOUT));
      if (target) target.repeatedBy = repeating;
      return repeating;
    }
    if (target) target.status = ({ reject: 'reject', fail: 'failed', approve: 'pass' } as const)[act];
    return target;
  }

  return { model, take };
}

/** False if it is rejected. Any other error fails the test. */
async function succeeds(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (error instanceof AppError && !(error instanceof UnavailableError)) return false;
    throw error;
  }
}

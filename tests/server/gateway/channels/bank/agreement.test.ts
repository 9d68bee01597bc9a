import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '#server/ledger/invariants.ts';
import { findBusinessViolations } from '#server/money/businessInvariants.ts';
import { USUAL_DATABASE } from '#tests/support/testDatabase.ts';
import { FAULTS } from '../../../../../examples/bank/bankFaults.ts';
import { textOf } from '../../../modules/gateway/gatewayWorld.ts';
import { bankWorld, COLLECTING, PAYING_OUT, type BankWorld } from './bankWorld.ts';

/** Short, so that a silent bank doesn't slow the test down. A timeout counts as an unknown outcome. */
const TIMEOUT_MS = 500;

const faults = fc.array(fc.constantFrom(...FAULTS), { maxLength: 5 });
const placed = fc.record({
  type: fc.constantFrom('collect' as const, 'payout' as const),
  /** The last two digits of the amount, by which the bank pays, rejects or waits. */
  ending: fc.constantFrom(0, 13, 77),
  faults,
  /** True if the payer of a waiting collection pays on the bank's page. */
  isPaid: fc.boolean(),
});
type Placed = typeof placed extends fc.Arbitrary<infer Value> ? Value : never;

describe('the ledger and the bank', () => {
  let world: BankWorld;
  let orders = 0;
  beforeAll(async () => {
    world = await bankWorld(USUAL_DATABASE, TIMEOUT_MS);
  });
  afterAll(() => world.close());

  async function place({ type, ending, isPaid, faults: wanted }: Placed): Promise<void> {
    orders += 1;
    await world.bank.faults(wanted);
    const order = { merchant_order_no: `R-${orders}`, amount: String(orders * 1_000 + 2_000 + ending) };
    const answer =
      type === 'collect'
        ? await world.ask('collect', { ...order, channel: COLLECTING })
        : await world.ask('payout', {
            ...order,
            channel: PAYING_OUT,
            payee_name: 'Ana',
            bank_name: 'BOC',
            card_number: '6222020200112233445',
          });
    expect(answer.status).toBe(201);
    const page = answer.data['pay_url'] ?? null;
    if (isPaid && page !== null) await fetch(textOf(page), { method: 'POST' });
  }

  /** The amounts that the bank has moved for each order, according to its own books. */
  async function movedOf(type: 'collection' | 'payout') {
    const { movements } = await world.bank.statement();
    const own = movements.filter((movement) => movement.type === type);
    return own.map(({ reference, amount }) => `${reference.split('.')[1]} ${amount}`).toSorted();
  }

  async function successful() {
    const { kysely } = world.db;
    const of = (table: 'orders' | 'payouts') =>
      kysely
        .selectFrom(table)
        .where('merchant_id', '=', world.merchantUuid)
        .where('merchant_order_no', 'like', 'R-%')
        .where('status', '=', 'success')
        .select(['order_no', 'amount', 'fee', 'deduction'])
        .execute();
    const [collected, paidOut] = await Promise.all([of('orders'), of('payouts')]);
    return {
      collected: collected
        .map(({ order_no, amount, fee, deduction }) => `${order_no} ${deduction === 'inner' ? amount : amount + fee}`)
        .toSorted(),
      paidOut: paidOut
        .map(({ order_no, amount, fee, deduction }) => `${order_no} ${deduction === 'inner' ? amount - fee : amount}`)
        .toSorted(),
    };
  }

  /** The ledger's total that is outside, at the banks. */
  async function clearing(): Promise<bigint> {
    const { kysely } = world.db;
    const entries = await kysely
      .selectFrom('ledger_entries')
      .where('account', '=', 'clearing')
      .where('currency', '=', 'CNY')
      .select('amount')
      .execute();
    return entries.reduce((sum, { amount }) => sum + amount, 0n);
  }

  it('agree exactly after any faults, and nothing is paid twice', { timeout: 300_000 }, async () => {
    const before = await clearing();
    await fc.assert(
      fc.asyncProperty(
        fc.array(placed, { minLength: 1, maxLength: 6 }),
        fc.array(faults, { maxLength: 2 }),
        async (all, rounds) => {
          for (const one of all) await place(one);
          for (const wanted of rounds) {
            await world.bank.faults(wanted);
            await world.work();
          }
          await world.bank.faults([]);
          // A payer has half an hour, which has passed after three rounds.
          for (let times = 0; times < 10 && (await world.open()) > 0; times += 1) await world.work();
          expect(await world.open()).toBe(0);
          const [collected, paidOut] = [await movedOf('collection'), await movedOf('payout')];
          expect(await successful()).toEqual({ collected, paidOut });
          const sum = (moved: string[]) => moved.reduce((total, line) => total + BigInt(line.split(' ')[1] ?? 0), 0n);
          const held = sum(collected) - sum(paidOut);
          // The clearing account decreases as money comes in.
          expect((await clearing()) - before).toBe(-held);
        },
      ),
      { numRuns: 8, endOnFailure: true },
    );
    expect([...(await findViolations(world.db)), ...(await findBusinessViolations(world.db))]).toEqual([]);
    const { callbacks } = await world.bank.statement();
    expect(callbacks.length).toBeGreaterThan(0);
  });
});

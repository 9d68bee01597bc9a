import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConflictError, ValidationError } from '#server/errors.ts';
import { findViolations, type Violation } from '#server/ledger/invariants.ts';
import { moneyWorld, type MoneyWorld } from './moneyWorld.ts';

const CALLERS = 64;
const CALLS = 10_000;
const COVERED = 100;
const AMOUNT = 5_000n;

/** Calls `make` so often, `CALLERS` at a time. */
async function byManyCallers<T>(calls: number, make: (call: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const caller = async () => {
    while (next < calls) {
      const call = next;
      next += 1;
      results.push(await make(call));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return results;
}

describe('many at once, on PostgreSQL', () => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await moneyWorld('postgres');
  });
  afterAll(() => world.remove());

  it(
    `${CALLS} withdrawals of ${CALLERS} callers take what covers ${COVERED} of them: ${COVERED} succeed`,
    { timeout: 180_000 },
    async () => {
      const { services, run, db } = world;
      const merchant = await world.merchant({ channel: { rate_bps: 0, fixed_fee: 10n, deduction: 'outer' } });
      await merchant.fund((AMOUNT + 10n) * BigInt(COVERED));

      const violations: Violation[] = [];
      const over = new AbortController();
      const watching = (async () => {
        while (!over.signal.aborted) {
          violations.push(...(await findViolations(db)));
          await pause(50);
        }
      })();
      const wish = { bankcard_id: merchant.cardId, amount: AMOUNT, remark: null };
      const outcomes = await byManyCallers(CALLS, () =>
        run((tx) => services.withdrawals.request(tx, merchant.maker, wish)).then(
          () => 'done',
          (error: unknown) =>
            error instanceof ValidationError ? (error.fields['amount']?.key ?? 'other field') : String(error),
        ),
      );
      over.abort();
      await watching;

      const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
      expect({ done: count('done'), refused: count('insufficient_balance') }).toEqual({
        done: COVERED,
        refused: CALLS - COVERED,
      });
      expect(await merchant.wallet()).toEqual({ available: 0n, frozen: (AMOUNT + 10n) * BigInt(COVERED) });
      expect(violations).toEqual([]);
      expect(await findViolations(db)).toEqual([]);
    },
  );

  it('of decisions about one request one wins, and the others hear whose', async () => {
    const { services, run, operator, secondOperator, db } = world;
    const merchant = await world.merchant();
    await merchant.fund(1_000_000n);
    const wish = { bankcard_id: merchant.cardId, amount: AMOUNT, remark: null };
    for (let round = 0; round < 25; round += 1) {
      const { id } = await run((tx) => services.withdrawals.request(tx, merchant.maker, wish));
      const of = { merchantId: merchant.merchantId, id };
      const outcomes = await Promise.allSettled([
        run((tx) => services.withdrawals.approve(tx, operator, of)),
        run((tx) => services.withdrawals.reject(tx, secondOperator, of, 'why')),
        run((tx) => services.withdrawals.cancel(tx, merchant.maker, id)),
      ]);
      const won = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.status] : []));
      expect(won).toHaveLength(1);
      const [status] = won;
      const names: Readonly<Record<string, string[]>> = {
        cancelled: ['maker'],
        processing: ['operator', 'Platform'],
        rejected: ['second operator', 'Platform'],
      };
      for (const one of outcomes) {
        if (one.status === 'fulfilled') continue;
        expect(one.reason).toBeInstanceOf(ConflictError);
        expect(one.reason).toMatchObject({ id: `decided.${status}` });
        expect(names[status ?? '']).toContain(one.reason.args.name);
      }
    }
    expect(await findViolations(db)).toEqual([]);
  });

  it('of two approvals of one payment one begins a payout', async () => {
    const { services, run, db } = world;
    const merchant = await world.merchant({ approvalThreshold: 0n });
    await merchant.fund(1_000_000n);
    const payee = { payee_name: 'Bo', card_number: '6222020200112233445', bank_name: 'Bank', branch_name: null };
    const wish = { channel_id: merchant.channels.payout, amount: AMOUNT, remark: null, ...payee };
    const { id } = await run((tx) => services.paymentRequests.request(tx, merchant.maker, wish));
    const approve = () => run((tx) => services.paymentRequests.approve(tx, merchant.checker, id));
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, approve));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const payouts = await db.kysely
      .selectFrom('payouts')
      .where('payment_request_id', '=', id)
      .select('status')
      .execute();
    expect(payouts).toEqual([{ status: 'pending' }]);
  });
});

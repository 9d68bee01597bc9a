import { expect } from 'vitest';
import { UnavailableError, ValidationError } from '#server/errors.ts';
import { findViolations, type Violation } from '#server/ledger/invariants.ts';
import type { MoneyWorld } from './moneyWorld.ts';

export const CALLERS = 64;
const COVERED = 100;
const AMOUNT = 5_000n;

/** Makes `calls` withdrawals from a wallet that covers 100 of them, and checks the ledger continuously. */
export async function expectCoveredOnly(world: MoneyWorld, calls: number): Promise<void> {
  const { services, run, db } = world;
  const merchant = await world.merchant({ channel: { rate_bps: 0, fixed_fee: 10n, deduction: 'outer' } });
  await merchant.fund((AMOUNT + 10n) * BigInt(COVERED));

  const violations: Violation[] = [];
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      violations.push(...(await findViolations(db)));
    }
  })();
  const wish = { bankcard_id: merchant.cardId, amount: AMOUNT, remark: null };
  const outcomes = await byManyCallers(calls, () =>
    outcomeOf(() => run((tx) => services.withdrawals.request(tx, merchant.maker, wish))),
  );
  over.abort();
  await watching;

  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  expect({ done: count('done'), refused: count('insufficient_balance') }).toEqual({
    done: COVERED,
    refused: calls - COVERED,
  });
  expect(await merchant.wallet()).toEqual({ available: 0n, frozen: (AMOUNT + 10n) * BigInt(COVERED) });
  expect(violations).toEqual([]);
  expect(await findViolations(db)).toEqual([]);
}

/** Retries while all connections are busy, each time after the pool's own timeout. */
async function outcomeOf(withdraw: () => Promise<unknown>): Promise<string> {
  for (;;) {
    try {
      await withdraw();
      return 'done';
    } catch (error) {
      if (error instanceof UnavailableError) continue;
      return error instanceof ValidationError ? (error.fields['amount']?.key ?? 'other field') : String(error);
    }
  }
}

/** Calls `make` `calls` times, `CALLERS` at a time. */
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

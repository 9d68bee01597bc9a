import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_BALANCE } from '#shared/money/maxBalance.ts';
import {
  applyPostings,
  BalanceLimitError,
  EMPTY_WALLET,
  InsufficientBalanceError,
  type Wallet,
} from '#server/ledger/wallets.ts';
import { postingsOf } from '#server/ledger/postings.ts';

function wallet(overrides: Partial<Wallet> = {}): Wallet {
  return { ...EMPTY_WALLET, ...overrides };
}

/** The wallet after an adjustment, or null if it holds too little. */
function adjusted(before: Wallet, amount: bigint): Wallet | null {
  try {
    return applyPostings(before, postingsOf({ kind: 'adjusted', amount })).wallet;
  } catch (error) {
    if (error instanceof InsufficientBalanceError) return null;
    throw error;
  }
}

describe('a wallet', () => {
  it('never exceeds its limit, and can always release what is frozen', () => {
    const within = fc.bigInt({ min: 0n, max: MAX_BALANCE });
    fc.assert(
      fc.property(within, within, fc.bigInt({ min: 1n, max: MAX_BALANCE }), (available, part, amount) => {
        const frozen = part % (MAX_BALANCE - available + 1n);
        const before = wallet({ available, frozen });
        const credit = () => applyPostings(before, postingsOf({ kind: 'adjusted', amount }));
        const total = available + frozen;
        if (total + amount > MAX_BALANCE) expect(credit).toThrow(BalanceLimitError);
        else expect(credit().wallet.available).toBe(available + amount);
        if (frozen === 0n) return;
        const release = { kind: 'payout_released', amount: frozen, fee: 0n, deduction: 'outer' } as const;
        expect(applyPostings(before, postingsOf(release)).wallet).toMatchObject({ available: total, frozen: 0n });
      }),
    );
  });

  it('chains each posting to the previous balance of the same account', () => {
    const start = wallet({ available: 1_000n, frozen: 50n, available_seq: 7n, frozen_seq: 2n, lines: 8n });
    const frozen = applyPostings(
      start,
      postingsOf({ kind: 'payout_frozen', amount: 300n, fee: 5n, deduction: 'outer' }),
    );
    expect(frozen.wallet).toEqual({ available: 695n, frozen: 355n, available_seq: 8n, frozen_seq: 3n, lines: 9n });
    expect(frozen.postings).toEqual([
      { account: 'available', amount: -305n, seq: 8n, balanceAfter: 695n },
      { account: 'frozen', amount: 305n, seq: 3n, balanceAfter: 355n },
    ]);
    const paid = applyPostings(
      frozen.wallet,
      postingsOf({ kind: 'payout_succeeded', amount: 300n, fee: 5n, deduction: 'outer' }),
    );
    expect(paid.postings).toEqual([
      { account: 'frozen', amount: -305n, seq: 4n, balanceAfter: 50n },
      { account: 'fees', amount: 5n, seq: null, balanceAfter: null },
      { account: 'clearing', amount: 300n, seq: null, balanceAfter: null },
    ]);
  });

  it('starts at zero', () => {
    const first = applyPostings(EMPTY_WALLET, postingsOf({ kind: 'adjusted', amount: 5n })).wallet;
    expect(first).toEqual({ available: 5n, frozen: 0n, available_seq: 1n, frozen_seq: 0n, lines: 1n });
  });

  it('can pay out its whole balance, and not one minor unit more', () => {
    const start = wallet({ available: 100n });
    expect(applyPostings(start, postingsOf({ kind: 'adjusted', amount: -100n })).wallet.available).toBe(0n);
    expect(() => applyPostings(start, postingsOf({ kind: 'adjusted', amount: -101n }))).toThrow(
      InsufficientBalanceError,
    );
    const release = postingsOf({ kind: 'payout_released', amount: 1n, fee: 0n, deduction: 'inner' });
    expect(() => applyPostings(start, release)).toThrow(InsufficientBalanceError);
    expect(start).toEqual(wallet({ available: 100n }));
  });

  it("rejects postings that don't sum to zero", () => {
    expect(() => applyPostings(wallet(), [{ account: 'available', amount: 1n }])).toThrow(RangeError);
  });

  it('is the sum of its postings and counts them, after any events', () => {
    const adjustments = fc.array(fc.bigInt({ min: -1_000n, max: 1_000n }), { maxLength: 50 });
    fc.assert(
      fc.property(adjustments, (amounts) => {
        let current = wallet();
        const booked: bigint[] = [];
        for (const amount of amounts) {
          const after = adjusted(current, amount);
          expect(after === null).toBe(current.available + amount < 0n);
          if (after && amount !== 0n) booked.push(amount);
          current = after ?? current;
        }
        expect(current.available).toBe(booked.reduce((sum, amount) => sum + amount, 0n));
        expect(current.available_seq).toBe(BigInt(booked.length));
      }),
    );
  });
});

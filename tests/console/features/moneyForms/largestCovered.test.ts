import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestCovered } from '#console/features/moneyForms/moneyChoices.ts';
import { computeFee, debitAmount, type FeeRule } from '#shared/money/fee.ts';

const fees = fc.bigInt({ min: 0n, max: 10_000n });
const rules: fc.Arbitrary<FeeRule> = fc
  .tuple(fc.integer({ min: 0, max: 10_000 }), fees, fc.option(fees), fc.option(fees))
  .map(([rateBps, fixedFee, minFee, width]) => ({
    rateBps,
    fixedFee,
    minFee,
    maxFee: width === null ? null : (minFee ?? 0n) + width,
  }));

describe('the largest amount that a balance covers', () => {
  it('is covered, and one unit more is not', () => {
    const balances = fc.oneof(fc.bigInt({ min: 0n, max: 30_000n }), fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }));
    fc.assert(
      fc.property(
        balances,
        rules,
        fc.constantFrom('inner' as const, 'outer' as const),
        (available, rule, deduction) => {
          const debit = (amount: bigint) => debitAmount(amount, computeFee(amount, rule), deduction);
          const most = largestCovered(available, rule, deduction);
          if (most > 0n) expect(debit(most)).toBeLessThanOrEqual(available);
          expect(debit(most + 1n)).toBeGreaterThan(available);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    [10_000n, 'outer' as const, 9_500n],
    [500n, 'outer' as const, 0n],
    [499n, 'outer' as const, 0n],
    [501n, 'outer' as const, 1n],
    [10_000n, 'inner' as const, 10_000n],
    [-1n, 'inner' as const, 0n],
  ])('of %i with 500 to pay (%s) is %i', (available, deduction, most) => {
    const rule = { rateBps: 0, fixedFee: 500n, minFee: null, maxFee: null };
    expect(largestCovered(available, rule, deduction)).toBe(most);
  });
});

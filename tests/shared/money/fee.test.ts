import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivalAmount, computeFee, debitAmount, type FeeRule } from '#shared/money/fee.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 17n });
const rates = fc.integer({ min: 0, max: 10_000 });
const fixedFees = fc.bigInt({ min: 0n, max: 100_000n });
const deductions = fc.constantFrom('inner' as const, 'outer' as const);

function rule(overrides: Partial<FeeRule> = {}): FeeRule {
  return { rateBps: 0, fixedFee: 0n, minFee: null, maxFee: null, ...overrides };
}

describe('a fee', () => {
  it('is rate × amount, rounded to the nearest minor unit, half up', () => {
    fc.assert(
      fc.property(amounts, rates, (amount, rateBps) => {
        const fee = computeFee(amount, rule({ rateBps }));
        // (fee - amount × rate / 10,000) in twenty-thousandths: more than -1/2, at most 1/2.
        const error = 20_000n * fee - 2n * amount * BigInt(rateBps);
        expect(error).toBeGreaterThan(-10_000n);
        expect(error).toBeLessThanOrEqual(10_000n);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [50n, 100, 1n],
    [49n, 100, 0n],
    [150n, 100, 2n],
    [10_000n, 38, 38n],
    [1n, 10_000, 1n],
    [1n, 0, 0n],
    [9_007_199_254_740_993n, 10_000, 9_007_199_254_740_993n],
  ])('of %i at %i hundredths of a percent is %i', (amount, rateBps, fee) => {
    expect(computeFee(amount, rule({ rateBps }))).toBe(fee);
  });

  it('adds the fixed part after rounding', () => {
    fc.assert(
      fc.property(amounts, rates, fixedFees, (amount, rateBps, fixedFee) => {
        expect(computeFee(amount, rule({ rateBps, fixedFee }))).toBe(computeFee(amount, rule({ rateBps })) + fixedFee);
      }),
    );
  });

  it('is limited to its bounds, and unchanged between them', () => {
    fc.assert(
      fc.property(amounts, rates, fixedFees, fixedFees, (amount, rateBps, minFee, width) => {
        const maxFee = minFee + width;
        const free = computeFee(amount, rule({ rateBps }));
        const bounded = computeFee(amount, rule({ rateBps, minFee, maxFee }));
        expect(bounded).toBe(free < minFee ? minFee : free > maxFee ? maxFee : free);
      }),
    );
  });

  it('increases with the amount', () => {
    fc.assert(
      fc.property(amounts, amounts, rates, (a, b, rateBps) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(computeFee(low, rule({ rateBps }))).toBeLessThanOrEqual(computeFee(high, rule({ rateBps })));
      }),
    );
  });
});

describe('the deduction method', () => {
  it('inner deducts the fee from the amount, outer adds it', () => {
    expect(arrivalAmount(10_000n, 60n, 'inner')).toBe(9_940n);
    expect(debitAmount(10_000n, 60n, 'inner')).toBe(10_000n);
    expect(arrivalAmount(10_000n, 60n, 'outer')).toBe(10_000n);
    expect(debitAmount(10_000n, 60n, 'outer')).toBe(10_060n);
  });

  it('leaves exactly the fee between the paid amount and the arrival amount', () => {
    fc.assert(
      fc.property(amounts, fixedFees, deductions, (amount, fee, deduction) => {
        expect(debitAmount(amount, fee, deduction) - arrivalAmount(amount, fee, deduction)).toBe(fee);
      }),
    );
  });
});

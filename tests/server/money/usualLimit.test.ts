import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usualLimit } from '#server/money/payeeHistory.ts';

const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
const payments = fc.array(amount, { minLength: 1, maxLength: 100 });

const repeat = (count: number, of: bigint) => Array.from({ length: count }, () => of);
const largestOf = (amounts: readonly bigint[]) => amounts.reduce((most, one) => (one > most ? one : most));
/** How many of 100 payments, or fewer, may be exceptions. */
const exceptions = (count: number) => Math.max(1, Math.floor(count / 20));

/** An unusually large amount exceeds this. */
function limitOf(recent: readonly bigint[]): bigint {
  const limit = usualLimit(recent);
  if (limit === null) throw new Error('There are payments.');
  return limit;
}

describe('the largest usual amount', () => {
  it('is unknown without payments', () => {
    expect(usualLimit([])).toBeNull();
  });

  it.each([
    ['one payment', [500n], 1000n],
    ['two, of which one is large', [100n, 90_000n], 200n],
    ['a few, of which one is large', [100n, 90_000n, 120n, 110n], 220n],
    ['nineteen, by the second largest', [...repeat(17, 100n), 700n, 900n], 700n],
    ['a hundred, of which five are large', [...repeat(95, 100n), ...repeat(5, 90_000n)], 200n],
    ['a hundred, of which six are large', [...repeat(94, 100n), ...repeat(6, 90_000n)], 90_000n],
    ['a hundred different ones', Array.from({ length: 100 }, (_, index) => BigInt(index + 1)), 100n],
    ['a hundred that differ much', Array.from({ length: 100 }, (_, index) => BigInt(index + 1) ** 2n), 9025n],
  ] as const)('of %s', (_, recent, limit) => {
    expect(usualLimit(recent)).toBe(limit);
  });

  it('is at least twice the amount of at least half of the payments', () => {
    fc.assert(
      fc.property(payments, (recent) => {
        const limit = limitOf(recent);
        const covered = recent.filter((one) => 2n * one <= limit).length;
        expect(2 * covered).toBeGreaterThanOrEqual(recent.length);
      }),
    );
  });

  it('is exceeded by no more payments than the exceptions', () => {
    fc.assert(
      fc.property(payments, (recent) => {
        const limit = limitOf(recent);
        expect(recent.filter((one) => one > limit).length).toBeLessThanOrEqual(exceptions(recent.length));
      }),
    );
  });

  it('is never more than twice the largest payment, and twice the amount if all are equal', () => {
    fc.assert(
      fc.property(payments, (recent) => {
        const largest = largestOf(recent);
        expect(limitOf(recent)).toBeLessThanOrEqual(2n * largest);
        expect(limitOf(repeat(recent.length, largest))).toBe(2n * largest);
      }),
    );
  });

  it('is kept low whatever a single large payment was', () => {
    fc.assert(
      fc.property(payments, amount, (others, outlier) => {
        expect(limitOf([...others, outlier])).toBeLessThanOrEqual(2n * largestOf(others));
      }),
    );
  });

  it('includes payments of a second kind once they are more than the exceptions', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 100 }),
        fc.integer({ min: 0, max: 98 }),
        amount,
        fc.bigInt({ min: 3n, max: 1000n }),
        (large, small, base, factor) => {
          const total = Math.min(100, large + small);
          const recent = [...repeat(large, base * factor), ...repeat(total - large, base)];
          const isUsual = base * factor <= limitOf(recent);
          // With half of the payments or more, the large kind is also the median.
          expect(isUsual).toBe(large > exceptions(total));
        },
      ),
    );
  });

  it('depends neither on the order nor on the unit, and never falls if a payment was larger', () => {
    fc.assert(
      fc.property(payments, amount, fc.nat(), (recent, more, place) => {
        const limit = limitOf(recent);
        expect(limitOf(recent.toReversed())).toBe(limit);
        expect(limitOf(recent.map((one) => one * more))).toBe(limit * more);
        const raised = recent.map((one, index) => (index === place % recent.length ? one + more : one));
        expect(limitOf(raised)).toBeGreaterThanOrEqual(limit);
      }),
    );
  });
});

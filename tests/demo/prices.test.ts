import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FLAVOURS, drawPayoutAmount, drawPrice } from '#demo/flavours.ts';
import { createRandom } from '#demo/random.ts';

const currencies = fc.constantFrom('CNY' as const, 'JPY' as const);
const seeds = fc.integer({ min: 0, max: 10_000 });

describe('an order', () => {
  it('is within the limits of its channel', () => {
    fc.assert(
      fc.property(seeds, currencies, fc.integer({ min: 1, max: 1_000_000 }), (seed, currency, median) => {
        const price = drawPrice(createRandom(seed, 'p'), median, FLAVOURS[currency], {
          min_amount: 500n,
          max_amount: 9_000n,
        });
        expect(price >= 500n && price <= 9_000n).toBe(true);
      }),
    );
  });

  it('often has a round price', () => {
    const random = createRandom(1, 'round');
    const bounds = { min_amount: 1n, max_amount: 10n ** 9n };
    const prices = Array.from({ length: 5_000 }, () => drawPrice(random, 12_800, FLAVOURS.CNY, bounds));
    const share = (step: bigint, ending: bigint) => prices.filter((price) => price % step === ending).length / 5_000;
    expect(share(100n, 0n)).toBeGreaterThan(0.4);
    expect(share(1_000n, 990n)).toBeGreaterThan(0.2);
  });
});

describe('a payout', () => {
  it('is at most half of the balance, a round sum, and within the limits of its channel', () => {
    const available = fc.bigInt({ min: 0n, max: 300_000n });
    fc.assert(
      fc.property(seeds, currencies, available, (seed, currency, funds) => {
        const bounds = { min_amount: 1_000n, max_amount: 5_000_000n };
        const amount = drawPayoutAmount(createRandom(seed, 'p'), 12_800, FLAVOURS[currency], bounds, funds);
        if (amount === null) return;
        expect(amount * 2n <= funds && amount >= 1_000n && amount <= 5_000_000n).toBe(true);
        expect(amount % FLAVOURS[currency].payoutStep).toBe(0n);
      }),
    );
  });

  it("isn't created from a very small balance", () => {
    const bounds = { min_amount: 1_000n, max_amount: 5_000_000n };
    expect(drawPayoutAmount(createRandom(1, 'p'), 12_800, FLAVOURS.JPY, bounds, 1_999n)).toBeNull();
  });
});

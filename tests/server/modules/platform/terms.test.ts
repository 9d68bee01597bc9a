import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeFee } from '#shared/money/fee.ts';
import { ValidationError } from '#server/errors.ts';
import { checkTerms } from '#server/modules/platform/terms.ts';

const small = fc.bigInt({ min: 0n, max: 60n });
const optional = fc.option(small);

function wrongFields(terms: Readonly<Record<string, unknown>>): string[] {
  try {
    checkTerms(terms);
    return [];
  } catch (error) {
    if (error instanceof ValidationError) return Object.keys(error.fields);
    throw error;
  }
}

it('a fee is accepted if and only if one of the permitted amounts is more than its fee', () => {
  const seen = new Set<string>();
  const rates = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 9_000, max: 10_000 }));
  const limits = fc.tuple(fc.bigInt({ min: 1n, max: 60n }), fc.bigInt({ min: 0n, max: 60n }));
  fc.assert(
    fc.property(
      rates,
      small,
      optional,
      optional,
      limits,
      (rate_bps, fixed_fee, min_fee, max_fee, [min_amount, more]) => {
        fc.pre(min_fee === null || max_fee === null || min_fee <= max_fee);
        const max_amount = min_amount + more;
        const rule = { rateBps: rate_bps, fixedFee: fixed_fee, minFee: min_fee, maxFee: max_fee };
        const amounts = Array.from({ length: Number(more) + 1 }, (_, at) => min_amount + BigInt(at));
        const isUsable = amounts.some((amount) => computeFee(amount, rule) < amount);
        const wrong = wrongFields({ rate_bps, fixed_fee, min_fee, max_fee, min_amount, max_amount });
        for (const field of wrong) seen.add(field);
        expect(wrong.length === 0).toBe(isUsable);
      },
    ),
    { numRuns: 3_000 },
  );
  expect([...seen].toSorted()).toEqual(['fixed_fee', 'min_fee', 'rate_bps']);
});

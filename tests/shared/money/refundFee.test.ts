import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refundedFee, type RefundFee } from '#shared/money/refundFee.ts';

const NOTHING = { amount: 0n, fee: 0n };

/** An order, and parts that add up to its amount. */
const split = fc
  .record({
    parts: fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 1, maxLength: 12 }),
    feePart: fc.bigInt(0n, 10_000n),
  })
  .map(({ parts, feePart }) => {
    const amount = parts.reduce((sum, part) => sum + part, 0n);
    return { parts, order: { amount, fee: (amount * feePart) / 10_000n } };
  });

/** The fees returned by successive refunds of the parts. */
function returned(order: typeof NOTHING, parts: readonly bigint[], rule: RefundFee): bigint[] {
  const before = { ...NOTHING };
  return parts.map((part) => {
    const fee = refundedFee(order, before, part, rule);
    before.amount += part;
    before.fee += fee;
    return fee;
  });
}

describe('the fee returned by a refund', () => {
  it('is nothing if the channel keeps it', () => {
    fc.assert(
      fc.property(split, ({ order, parts }) => {
        expect(returned(order, parts, 'keep').every((fee) => fee === 0n)).toBe(true);
      }),
    );
  });

  it('is the whole fee for a full refund, and nothing for a partial one', () => {
    fc.assert(
      fc.property(split, ({ order, parts }) => {
        expect(refundedFee(order, NOTHING, order.amount, 'return')).toBe(order.fee);
        if (parts.length > 1) expect(returned(order, parts, 'return').every((fee) => fee === 0n)).toBe(true);
      }),
    );
  });

  it('in proportion: all parts of an order together return exactly its fee, however it is divided', () => {
    fc.assert(
      fc.property(split, ({ order, parts }) => {
        const fees = returned(order, parts, 'return_in_proportion');
        expect(fees.reduce((sum, fee) => sum + fee, 0n)).toBe(order.fee);
      }),
    );
  });

  it('in proportion: each part returns its share to within a minor unit, and no more than the part itself', () => {
    fc.assert(
      fc.property(split, ({ order, parts }) => {
        for (const [index, fee] of returned(order, parts, 'return_in_proportion').entries()) {
          const part = parts[index] ?? 0n;
          const exact = order.fee * part;
          expect(fee * order.amount > exact - order.amount && fee * order.amount < exact + order.amount).toBe(true);
          expect(fee >= 0n && fee <= part).toBe(true);
        }
      }),
    );
  });

  it('in proportion: failed refunds release their share, and an order never returns more than its fee', () => {
    const tries = fc.record({ split, fails: fc.infiniteStream(fc.boolean()) });
    fc.assert(
      fc.property(tries, ({ split: { order, parts }, fails }) => {
        const counted = { ...NOTHING };
        for (const part of [...parts, ...parts, ...parts]) {
          if (counted.amount + part > order.amount) continue;
          const fee = refundedFee(order, counted, part, 'return_in_proportion');
          expect(fee >= 0n && fee <= part && counted.fee + fee <= order.fee).toBe(true);
          if (fails.next().value === true) continue;
          counted.amount += part;
          counted.fee += fee;
        }
      }),
    );
  });

  it('in proportion: of 10.00 with a fee of 0.05, three refunds of 3.33, 3.33 and 3.34 return 1, 2 and 2', () => {
    expect(returned({ amount: 1_000n, fee: 5n }, [333n, 333n, 334n], 'return_in_proportion')).toEqual([1n, 2n, 2n]);
  });
});

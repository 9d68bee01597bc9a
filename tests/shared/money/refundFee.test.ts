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

const sumOf = (refunds: readonly (typeof NOTHING)[]) =>
  refunds.reduce((sum, { amount, fee }) => ({ amount: sum.amount + amount, fee: sum.fee + fee }), NOTHING);

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

  it('in proportion: failed refunds release their share, and the refund that completes the order returns the rest', () => {
    const course = fc.record({
      amount: fc.bigInt(1n, 100_000n),
      // A fee that is added to the amount may exceed it.
      percent: fc.bigInt(0n, 300n),
      steps: fc.array(fc.record({ amount: fc.bigInt(1n, 20_000n), fails: fc.option(fc.nat()) }), {
        maxLength: 30,
        size: 'max',
      }),
    });
    fc.assert(
      fc.property(course, ({ amount: whole, percent, steps }) => {
        const order = { amount: whole, fee: (whole * percent) / 100n };
        const counted: (typeof NOTHING)[] = [];
        const refund = (wanted: bigint) => {
          const before = sumOf(counted);
          const rest = order.amount - before.amount;
          const amount = wanted < rest ? wanted : rest;
          if (amount === 0n) return;
          const fee = refundedFee(order, before, amount, 'return_in_proportion');
          expect(fee >= 0n && before.fee + fee <= order.fee).toBe(true);
          if (order.fee <= order.amount) expect(fee <= amount).toBe(true);
          counted.push({ amount, fee });
        };
        for (const { amount, fails } of steps) {
          refund(amount);
          if (fails !== null) counted.splice(fails % counted.length, 1);
        }
        refund(order.amount);
        expect(sumOf(counted)).toEqual(order);
      }),
    );
  });

  it('in proportion: of 100.00 with a fee of 0.60, the rest returns what a failed refund had rounded up', () => {
    const order = { amount: 10_000n, fee: 60n };
    expect(returned(order, [50n, 132n, 4_122n], 'return_in_proportion')).toEqual([0n, 1n, 24n]);
    expect(refundedFee(order, { amount: 4_172n, fee: 24n }, 5_828n, 'return_in_proportion')).toBe(36n);
  });

  it('in proportion: of 10.00 with a fee of 0.05, three refunds of 3.33, 3.33 and 3.34 return 1, 2 and 2', () => {
    expect(returned({ amount: 1_000n, fee: 5n }, [333n, 333n, 334n], 'return_in_proportion')).toEqual([1n, 2n, 2n]);
  });
});

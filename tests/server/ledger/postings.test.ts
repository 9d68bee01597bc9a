import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Deduction } from '#shared/money/fee.ts';
import {
  type AmountWithFee,
  type LedgerEvent,
  ORDER_TYPE_OF_EVENT,
  type OrderEvent,
  postingsOf,
} from '#server/ledger/postings.ts';

const ORDER_EVENTS: OrderEvent[] = [
  'collection_succeeded',
  'deposit_passed',
  'payout_frozen',
  'payout_succeeded',
  'payout_released',
  'withdrawal_frozen',
  'withdrawal_succeeded',
  'withdrawal_released',
  'refund_frozen',
  'refund_succeeded',
  'refund_released',
];

/** Any possible charge: an inner fee never exceeds the amount. */
const charges = fc
  .record({
    amount: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    fee: fc.bigInt({ min: 0n, max: 10n ** 6n }),
    deduction: fc.constantFrom<Deduction>('inner', 'outer'),
  })
  .filter(({ amount, fee, deduction }) => deduction === 'outer' || fee <= amount);
const events: fc.Arbitrary<LedgerEvent> = fc.oneof(
  fc.tuple(fc.constantFrom(...ORDER_EVENTS), charges).map(([kind, charge]) => ({ kind, ...charge })),
  fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map((amount) => ({ kind: 'adjusted' as const, amount })),
);

/** The net effect of events on each account, without accounts that are unchanged. */
function effect(...happened: LedgerEvent[]): Record<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { account, amount } of happened.flatMap(postingsOf)) sums.set(account, (sums.get(account) ?? 0n) + amount);
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n));
}

describe('the postings of an event', () => {
  it('sum to zero, contain each account once and no zero amounts', () => {
    fc.assert(
      fc.property(events, (event) => {
        const postings = postingsOf(event);
        expect(postings.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
        expect(new Set(postings.map(({ account }) => account)).size).toBe(postings.length);
        expect(postings.every(({ amount }) => amount !== 0n)).toBe(true);
      }),
    );
  });

  const inner: AmountWithFee = { amount: 10_000n, fee: 60n, deduction: 'inner' };
  const outer: AmountWithFee = { amount: 10_000n, fee: 60n, deduction: 'outer' };
  it.each<[LedgerEvent, Record<string, bigint>]>([
    [
      { kind: 'collection_succeeded', ...inner },
      { available: 9_940n, fees: 60n, clearing: -10_000n },
    ],
    [
      { kind: 'collection_succeeded', ...outer },
      { available: 10_000n, fees: 60n, clearing: -10_060n },
    ],
    [
      { kind: 'deposit_passed', ...inner },
      { available: 9_940n, fees: 60n, clearing: -10_000n },
    ],
    [
      { kind: 'deposit_passed', ...inner, fee: 0n },
      { available: 10_000n, clearing: -10_000n },
    ],
    [
      { kind: 'payout_frozen', ...inner },
      { available: -10_000n, frozen: 10_000n },
    ],
    [
      { kind: 'payout_frozen', ...outer },
      { available: -10_060n, frozen: 10_060n },
    ],
    [
      { kind: 'payout_succeeded', ...inner },
      { frozen: -10_000n, fees: 60n, clearing: 9_940n },
    ],
    [
      { kind: 'payout_succeeded', ...outer },
      { frozen: -10_060n, fees: 60n, clearing: 10_000n },
    ],
    [
      { kind: 'payout_released', ...outer },
      { frozen: -10_060n, available: 10_060n },
    ],
    [
      { kind: 'withdrawal_frozen', ...outer },
      { available: -10_060n, frozen: 10_060n },
    ],
    [
      { kind: 'withdrawal_succeeded', ...outer },
      { frozen: -10_060n, fees: 60n, clearing: 10_000n },
    ],
    [
      { kind: 'withdrawal_released', ...inner },
      { frozen: -10_000n, available: 10_000n },
    ],
    [
      { kind: 'refund_frozen', ...inner },
      { available: -9_940n, frozen: 9_940n },
    ],
    [
      { kind: 'refund_frozen', ...outer },
      { available: -10_000n, frozen: 10_000n },
    ],
    [
      { kind: 'refund_succeeded', ...inner },
      { frozen: -9_940n, fees: -60n, clearing: 10_000n },
    ],
    [
      { kind: 'refund_succeeded', ...outer },
      { frozen: -10_000n, fees: -60n, clearing: 10_060n },
    ],
    [
      { kind: 'refund_succeeded', ...inner, fee: 0n },
      { frozen: -10_000n, clearing: 10_000n },
    ],
    [
      { kind: 'refund_released', ...inner },
      { frozen: -9_940n, available: 9_940n },
    ],
    [
      { kind: 'adjusted', amount: 500n },
      { available: 500n, adjustments: -500n },
    ],
    [
      { kind: 'adjusted', amount: -500n },
      { available: -500n, adjustments: 500n },
    ],
  ])('$kind, $deduction', (event, expected) => {
    expect(effect(event)).toEqual(expected);
  });

  it.each(['payout', 'withdrawal', 'refund'] as const)('of a %s: freezing and releasing cancel out', (order) => {
    fc.assert(
      fc.property(charges, (charge) => {
        expect(effect({ kind: `${order}_frozen`, ...charge }, { kind: `${order}_released`, ...charge })).toEqual({});
      }),
    );
  });

  it.each(['payout', 'withdrawal', 'refund'] as const)('of a %s: nothing stays frozen once it succeeded', (order) => {
    fc.assert(
      fc.property(charges, (charge) => {
        const done = effect({ kind: `${order}_frozen`, ...charge }, { kind: `${order}_succeeded`, ...charge });
        expect(Object.keys(done)).not.toContain('frozen');
        expect(-(done['available'] ?? 0n)).toBe((done['clearing'] ?? 0n) + (done['fees'] ?? 0n));
      }),
    );
  });

  it('of a full refund with its whole fee: payer, merchant and platform are as before the order', () => {
    fc.assert(
      fc.property(charges, (charge) => {
        const refund = [
          { kind: 'refund_frozen' as const, ...charge },
          { kind: 'refund_succeeded' as const, ...charge },
        ];
        expect(effect({ kind: 'collection_succeeded', ...charge }, ...refund)).toEqual({});
      }),
    );
  });

  it('touch no unrelated account', () => {
    const touched: Record<string, string[]> = {
      collection_succeeded: ['available', 'fees', 'clearing'],
      deposit_passed: ['available', 'fees', 'clearing'],
      payout_frozen: ['available', 'frozen'],
      withdrawal_frozen: ['available', 'frozen'],
      payout_released: ['available', 'frozen'],
      withdrawal_released: ['available', 'frozen'],
      payout_succeeded: ['frozen', 'fees', 'clearing'],
      withdrawal_succeeded: ['frozen', 'fees', 'clearing'],
      refund_frozen: ['available', 'frozen'],
      refund_released: ['available', 'frozen'],
      refund_succeeded: ['frozen', 'fees', 'clearing'],
      adjusted: ['available', 'adjustments'],
    };
    expect(Object.keys(touched).toSorted()).toEqual(Object.keys(ORDER_TYPE_OF_EVENT).toSorted());
    fc.assert(
      fc.property(events, (event) => {
        expect(touched[event.kind]).toEqual(expect.arrayContaining(Object.keys(effect(event))));
      }),
    );
  });
});

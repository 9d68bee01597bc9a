import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Field, giversIn, numberIn, seriesOf, takenValue, withDefaultsIn } from '@merchant-console/declaration';
import { readSequence } from '../../../packages/declaration/src/sequence.ts';

const DAY = '2026-03-08';
const numbered = (pattern: string, counter: bigint) => numberIn(seriesOf(pattern, DAY), counter);

describe('a sequence', () => {
  it('fills in the day and the counter, which gets more digits when it needs them', () => {
    expect(numbered('INV-{yyyy}-{0000}', 7n)).toBe('INV-2026-0007');
    expect(numbered('{yyyy}{mm}{dd}/{00}/B', 7n)).toBe('20260308/07/B');
    expect(numbered('T{0}', 12_345n)).toBe('T12345');
  });

  it.each([
    ['INV-{yyyy}', { problem: 'no_digits' }],
    ['{00}-{000}', { problem: 'two_counters', part: '{000}' }],
    ['{yy}-{00}', { problem: 'unknown', part: '{yy}' }],
    ['{yyyy-{00}', { problem: 'unknown', part: '{yyyy-' }],
    ['00}{00}', { problem: 'unknown', part: '}' }],
    ['{mm}-{00}', { problem: 'needs', part: '{mm}', other: '{yyyy}' }],
    ['{yyyy}-{dd}-{00}', { problem: 'needs', part: '{dd}', other: '{mm}' }],
  ])('%s can’t be used', (pattern, problem) => {
    expect(readSequence(pattern)).toEqual(problem);
  });

  it('never has the same number for two counters of a period, nor in two periods', () => {
    const literal = fc.string({ unit: fc.constantFrom('A', '-', '/', '0', '9'), maxLength: 3 });
    const pattern = fc
      .tuple(
        literal,
        fc.constantFrom('', '{yyyy}-', '{yyyy}-{mm}-', '{yyyy}-{mm}-{dd}-'),
        fc.integer({ min: 1, max: 5 }),
        literal,
      )
      .map(([before, period, digits, after]) => `${before}${period}{${'0'.repeat(digits)}}${after}`);
    const day = fc.constantFrom('2026-03-08', '2026-03-09', '2026-04-08', '2027-03-08');
    const counter = fc.bigInt({ min: 1n, max: 99_999_999n });
    fc.assert(
      fc.property(pattern, day, day, counter, counter, (form, one, other, first, second) => {
        const [left, right] = [seriesOf(form, one), seriesOf(form, other)];
        const isSame = left.before === right.before && first === second;
        expect(numberIn(left, first) === numberIn(right, second)).toBe(isSame);
      }),
    );
  });
});

describe('defaults', () => {
  const fields: Field[] = [
    { source: 'on', type: 'date', default: '$today+30d' },
    { source: 'at', type: 'datetime', default: '$now' },
    { source: 'owner_id', type: 'reference', reference: 'users', default: '$user' },
    { source: 'note', type: 'text', default: '$today' },
  ];

  it('are what their words stand for, and a text is always a constant', () => {
    const now = new Date('2026-03-08T09:30:00Z');
    expect(
      withDefaultsIn(fields, { userId: 'u1', now, today: DAY }).map((field) => 'default' in field && field.default),
    ).toEqual(['2026-04-07', '2026-03-08T09:30:00.000Z', 'u1', '$today']);
  });

  it('come from references in the order in which they depend on each other', () => {
    const chain: Field[] = [
      { source: 'price', type: 'money', default: { from: 'product_id.price' } },
      { source: 'product_id', type: 'reference', reference: 'products', default: { from: 'offer_id.product_id' } },
      { source: 'offer_id', type: 'reference', reference: 'offers' },
    ];
    expect(giversIn(chain).map(({ reference }) => reference.source)).toEqual(['offer_id', 'product_id']);
  });

  it('are amounts only in the currency of the new record', () => {
    const price: Field = { source: 'price', type: 'money', currency: 'currency', default: { from: 'product_id.cost' } };
    const given = (currency?: string) => ({
      record: { cost: '100', code: 'EUR' },
      fields: [{ source: 'cost', type: 'money', ...(currency && { currency }) }] satisfies Field[],
    });
    expect(takenValue(price, given('code'), { currency: 'EUR' }, 'CNY')).toBe('100');
    expect(takenValue(price, given('code'), { currency: 'JPY' }, 'CNY')).toBeNull();
    expect(takenValue(price, given('code'), {}, 'CNY')).toBeNull();
    expect(takenValue(price, given(), { currency: 'CNY' }, 'CNY')).toBe('100');
    const inOurs: Field = { source: 'price', type: 'money', default: { from: 'product_id.cost' } };
    expect(takenValue(inOurs, given(), {}, 'CNY')).toBe('100');
  });
});

import { describe, expect, it } from 'vitest';
import { standingOf, type Field, isSummable } from '@merchant-console/declaration';

const fee: Field = {
  source: 'fee',
  type: 'money',
  counts: {
    when: { field: 'status', eq: 'success' },
    frozen: { field: 'status', in: ['pending', 'processing'] },
    expected: { field: 'status', in: ['draft', 'pending'] },
  },
};

describe('the standing of a record’s amount', () => {
  it.each([
    ['success', 'counted'],
    ['processing', 'frozen'],
    // If both conditions are met, frozen takes precedence over expected.
    ['pending', 'frozen'],
    ['draft', 'expected'],
    ['failed', null],
  ])('for the status %s: %s', (status, standing) => {
    expect(standingOf(fee, { fee: '100', status })).toBe(standing);
  });

  it('is counted if the declaration has no conditions', () => {
    expect(standingOf({ source: 'amount', type: 'money' }, { amount: '100', status: 'failed' })).toBe('counted');
  });
});

describe('whether a field can be summed', () => {
  it.each<[string, Field, boolean]>([
    ['an amount', { source: 'a', type: 'money' }, true],
    ['an amount that is a limit', { source: 'a', type: 'money', sum: false }, false],
    ['an amount that is a ratio', { source: 'a', type: 'money', computed: { ratio: ['b', 'c'] } }, false],
    ['a difference of amounts', { source: 'a', type: 'money', computed: { difference: ['b', 'c'] } }, true],
    ['a line number', { source: 'a', type: 'integer' }, false],
    ['a number of payments', { source: 'a', type: 'integer', sum: true }, true],
    ['a rate', { source: 'a', type: 'rate' }, false],
    ['a text', { source: 'a', type: 'text' }, false],
  ])('%s: %s', (_, field, expected) => {
    expect(isSummable(field)).toBe(expected);
  });
});

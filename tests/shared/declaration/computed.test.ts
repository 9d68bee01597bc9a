import { describe, expect, it } from 'vitest';
import { compute } from '@merchant-console/declaration';
import { operandsOf } from '../../../packages/declaration/src/computed.ts';

describe('a computed value', () => {
  it.each<[Parameters<typeof compute>[0], Record<string, unknown>, string | null]>([
    [{ sum: ['a', 'b', 'c'] }, { a: '9007199254740993', b: 2, c: 3n }, '9007199254740998'],
    [{ difference: ['a', 'b', 'c'] }, { a: '10', b: '3', c: '-2' }, '9'],
    [{ difference: ['a', 'b'] }, { a: '0', b: '7' }, '-7'],
    [{ sum: ['a', 'b'] }, { a: '1', b: null }, null],
    [{ sum: ['a', 'b'] }, { b: '1' }, null],
    [{ sum: ['a', 'b'] }, { a: '1', b: '1.5' }, null],
    [{ ratio: ['a', 'b'] }, { a: '1', b: '4' }, '2500'],
    [{ ratio: ['a', 'b'] }, { a: '1', b: '3' }, '3333'],
    [{ ratio: ['a', 'b'] }, { a: '2', b: '3' }, '6667'],
    [{ ratio: ['a', 'b'] }, { a: '1', b: '20000' }, '1'],
    [{ ratio: ['a', 'b'] }, { a: '-1', b: '20000' }, '-1'],
    [{ ratio: ['a', 'b'] }, { a: '1', b: '-20000' }, '-1'],
    [{ ratio: ['a', 'b'] }, { a: '-1', b: '-20000' }, '1'],
    [{ ratio: ['a', 'b'] }, { a: '-1', b: '20001' }, '0'],
    [{ ratio: ['a', 'b'] }, { a: '0', b: '3' }, '0'],
    [{ ratio: ['a', 'b'] }, { a: '3', b: '0' }, null],
  ])('%j of %o is %s', (computed, record, value) => {
    expect(compute(computed, record)).toBe(value);
  });

  it('names its source fields and their paths', () => {
    expect(operandsOf({ difference: ['amount', 'fee'] })).toEqual([
      { source: 'amount', path: ['difference', 0] },
      { source: 'fee', path: ['difference', 1] },
    ]);
  });
});

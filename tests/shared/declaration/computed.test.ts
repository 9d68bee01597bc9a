import { describe, expect, it } from 'vitest';
import { type Field, operandsOf, withComputedValues } from '@merchant-console/declaration';
import type { Computed } from '../../../packages/declaration/src/computedSchema.ts';

const money = (computed: Computed): Field => ({ source: 'x', type: 'money', computed });
const rate = (computed: Computed): Field => ({ source: 'x', type: 'rate', computed });
const decimal = (computed: Computed): Field => ({ source: 'x', type: 'decimal', scale: 2, computed });
const text = (form: string): Field => ({ source: 'x', type: 'text', computed: { text: form } });

describe('a computed value', () => {
  it.each<[Field, Record<string, unknown>, string | number | null]>([
    [money({ sum: ['a', 'b', 'c'] }), { a: '9007199254740993', b: 2, c: 3n }, '9007199254740998'],
    [money({ difference: ['a', 'b', 'c'] }), { a: '10', b: '3', c: '-2' }, '9'],
    [money({ difference: ['a', 'b'] }), { a: '0', b: '7' }, '-7'],
    [money({ sum: ['a', 'b'] }), { a: '1', b: null }, null],
    [money({ sum: ['a', 'b'] }), { b: '1' }, null],
    [money({ sum: ['a', 'b'] }), { a: '1', b: 'x' }, null],
    [decimal({ sum: ['a', 'b'] }), { a: 1, b: '1.505' }, '2.51'],
    [decimal({ difference: ['a', 'b'] }), { a: '-1.505', b: 1 }, '-2.51'],
    [money({ product: ['a', 'b'] }), { a: '2.500', b: '333' }, '833'],
    [money({ product: ['a', 'b'] }), { a: '1.500', b: '333' }, '500'],
    [money({ product: ['a', 'b'] }), { a: '-1.500', b: '333' }, '-500'],
    [money({ product: ['a', 'b'] }), { a: '0.001', b: '499' }, '0'],
    [money({ share: ['a', 'b'] }), { a: '1050', b: 1900 }, '200'],
    [money({ share: ['a', 'b'] }), { a: '-50', b: 100 }, '-1'],
    [money({ share: ['a', 'b'] }), { a: '9223372036854775807', b: 10_000 }, '9223372036854775807'],
    [rate({ ratio: ['a', 'b'] }), { a: '1', b: '4' }, 2500],
    [rate({ ratio: ['a', 'b'] }), { a: '1', b: '3' }, 3333],
    [rate({ ratio: ['a', 'b'] }), { a: '2', b: '3' }, 6667],
    [rate({ ratio: ['a', 'b'] }), { a: '1', b: '20000' }, 1],
    [rate({ ratio: ['a', 'b'] }), { a: '-1', b: '20000' }, -1],
    [rate({ ratio: ['a', 'b'] }), { a: '1', b: '-20000' }, -1],
    [rate({ ratio: ['a', 'b'] }), { a: '-1', b: '-20000' }, 1],
    [rate({ ratio: ['a', 'b'] }), { a: '-1', b: '20001' }, 0],
    [rate({ ratio: ['a', 'b'] }), { a: '0.5', b: 3 }, 1667],
    [rate({ ratio: ['a', 'b'] }), { a: '3', b: '0' }, null],
    [text('%{a} %{b}'), { a: 'Ada', b: null }, 'Ada'],
    [text('%{a}, %{b}  %{c}'), { a: 'x', b: 7, c: ' y ' }, 'x, 7 y'],
    [text('%{a} %{b}'), {}, null],
  ])('%j of %o is %s', (field, record, value) => {
    expect(withComputedValues([field], record)).toMatchObject({ x: value });
  });

  it('uses other computed values, whatever their order in the file', () => {
    const fields: Field[] = [
      { source: 'gross', type: 'money', computed: { sum: ['net', 'tax'] } },
      { source: 'tax', type: 'money', computed: { share: ['net', 'vat_rate'] } },
      { source: 'net', type: 'money', computed: { product: ['quantity', 'price'] } },
      { source: 'is_large', type: 'boolean', computed: { holds: { field: 'quantity', gt: 1 } } },
      { source: 'quantity', type: 'decimal', scale: 3 },
    ];
    expect(withComputedValues(fields, { quantity: '1.500', price: '1000', vat_rate: 1900 })).toMatchObject({
      net: '1500',
      tax: '285',
      gross: '1785',
      is_large: true,
    });
  });

  it('names its source fields and their paths', () => {
    expect(operandsOf({ difference: ['amount', 'fee'] })).toEqual([
      { source: 'amount', path: ['difference', 0] },
      { source: 'fee', path: ['difference', 1] },
    ]);
    expect(operandsOf({ text: '%{a}-%{b}' }).map(({ source }) => source)).toEqual(['a', 'b']);
    expect(operandsOf({ holds: { field: 'a', eq: 1 } })).toEqual([{ source: 'a', path: ['holds', 'field'] }]);
  });
});

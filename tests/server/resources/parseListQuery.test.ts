import { describe, expect, it } from 'vitest';
import { declarationSchema } from '#shared/declaration/declarationSchema.ts';
import { toResource } from '#shared/declaration/resource.ts';
import { MalformedError, ValidationError } from '#server/errors.ts';
import { parseListQuery } from '#server/resources/listQuery.ts';
import orders from '../../../resources/orders.json' with { type: 'json' };

const resource = toResource(declarationSchema.parse(orders));
const filtered = (filter: unknown) => parseListQuery(resource, { filter: JSON.stringify(filter) }).conditions;
const refused = (filter: unknown): string[] => {
  try {
    filtered(filter);
  } catch (error) {
    if (error instanceof ValidationError)
      return Object.entries(error.fields).map(([field, { key }]) => `${field}: ${key}`);
    throw error;
  }
  return [];
};

describe('a list request', () => {
  it('without anything asks for the first ten rows in the declared order', () => {
    expect(parseListQuery(resource, {})).toEqual({
      conditions: [],
      sort: { source: 'created_at', descending: true },
      range: [0, 9],
    });
  });

  it('by ids asks for all of them, not for the first ten', () => {
    expect(parseListQuery(resource, { filter: '{"id":[]}' }).range).toEqual([0, 999]);
  });

  it.each([
    ['filter', '{'],
    ['filter', '[]'],
    ['filter', '"x"'],
    ['filter', '{"status":{"a":1}}'],
    ['sort', '["amount"]'],
    ['sort', '["amount","sideways"]'],
    ['range', '[0]'],
    ['range', '[9,0]'],
    ['range', '[-1,5]'],
    ['range', '[0,1000]'],
    ['range', '[0.5,3]'],
    ['range', '["0","9"]'],
  ])('is malformed when %s is %s', (name, text) => {
    expect(() => parseListQuery(resource, { [name]: text })).toThrow(MalformedError);
  });
});

describe('a filter', () => {
  it('becomes conditions on declared columns, amounts as whole minor units and times as dates', () => {
    expect(
      filtered({
        status: ['success', 'failed'],
        amount_gte: '9007199254740993',
        created_at_lt: '2026-01-01T00:00:00+08:00',
        q: ' 2026 ',
      }),
    ).toEqual([
      { kind: 'among', source: 'status', values: ['success', 'failed'] },
      { kind: 'compare', source: 'amount', operator: '>=', value: 9_007_199_254_740_993n },
      { kind: 'compare', source: 'created_at', operator: '<', value: new Date('2025-12-31T16:00:00Z') },
      { kind: 'search', sources: ['order_no', 'merchant_order_no', 'channel_order_no', 'payer_name'], text: '2026' },
    ]);
  });

  it.each([
    [{ fee: '1' }, 'fee: filter_not_allowed'],
    [{ merchant_id: 'x' }, 'merchant_id: filter_not_allowed'],
    [{ status_like: 's' }, 'status_like: filter_not_allowed'],
    [{ 'amount; drop table orders': '1' }, 'amount; drop table orders: filter_not_allowed'],
    [{ constructor: '1' }, 'constructor: filter_not_allowed'],
    [{ statusconstructor: '1' }, 'statusconstructor: filter_not_allowed'],
    [{ status: 'paid' }, 'status: invalid_value'],
    [{ status: ['success', 'paid'] }, 'status: invalid_value'],
    [{ status: null }, 'status: invalid_type'],
    [{ status: true }, 'status: invalid_type'],
    [{ amount_gte: '1.5' }, 'amount_gte: invalid_format'],
    [{ amount_gte: '1e3' }, 'amount_gte: invalid_format'],
    [{ amount_gte: '' }, 'amount_gte: invalid_format'],
    [{ amount_gte: 9_007_199_254_740_993 }, 'amount_gte: invalid_format'],
    [{ amount_gte: '9223372036854775808' }, 'amount_gte: too_big'],
    [{ amount_gte: ['1'] }, 'amount_gte: invalid_type'],
    [{ created_at_gte: 'yesterday' }, 'created_at_gte: invalid_format'],
    [{ created_at_gte: '2026-13-01T00:00:00Z' }, 'created_at_gte: invalid_format'],
    [{ created_at_gte: '2026-01-01' }, 'created_at_gte: invalid_format'],
    [{ q: ['a'] }, 'q: invalid_type'],
    [{ channel_id: 'a\0b' }, 'channel_id: invalid_format'],
  ])('%j is refused: %s', (filter, problem) => {
    expect(refused(filter)).toEqual([problem]);
  });

  it('names every problem at once', () => {
    expect(refused({ fee: '1', status: 'paid' })).toEqual(['fee: filter_not_allowed', 'status: invalid_value']);
  });

  it('on an id that is no UUID finds nothing instead of failing', () => {
    expect(filtered({ id: ['a/b'] })).toEqual([
      { kind: 'among', source: 'id', values: ['00000000-0000-0000-0000-000000000000'] },
    ]);
  });

  it.each(['["fee","ASC"]', '["merchant_id","ASC"]', '["amount, id","ASC"]'])('sort %s is refused', (sort) => {
    expect(() => parseListQuery(resource, { sort })).toThrow(ValidationError);
  });
});

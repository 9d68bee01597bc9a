import { describe, expect, it } from 'vitest';
import { declarationSchema, type Resource, toResource } from '@merchant-console/declaration';
import { fieldSchema } from '../../../packages/declaration/src/fieldSchema.ts';
import { MalformedError, ValidationError } from '#server/errors.ts';
import { parseFilterValue } from '#server/resources/compileFilter.ts';
import { isOfPast, parseListQuery } from '#server/resources/listQuery.ts';
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
  it('without parameters requests the first ten rows in the declared order', () => {
    expect(parseListQuery(resource, {})).toEqual({
      conditions: [],
      sort: { source: 'created_at', descending: true },
      range: [0, 9],
    });
  });

  it('by IDs requests all of them, not the first ten', () => {
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
  ])('is malformed if %s is %s', (name, text) => {
    expect(() => parseListQuery(resource, { [name]: text })).toThrow(MalformedError);
  });
});

/** One field of each type that lists can be filtered by. */
const parcels = toResource(
  declarationSchema.parse({
    version: 1,
    name: 'parcels',
    fields: [
      { source: 'title', type: 'text', filter: 'contains', sortable: true },
      { source: 'pieces', type: 'integer', filter: 'range' },
      { source: 'weight', type: 'money', filter: 'range' },
      { source: 'city_id', type: 'reference', reference: 'cities', filter: 'eq' },
      { source: 'is_open', type: 'boolean', filter: 'eq' },
      { source: 'sent_on', type: 'date', filter: 'range' },
      { source: 'code', type: 'text', filter: 'eq' },
    ],
  }),
);
const CITY = '0199a000-0000-7000-8000-000000000001';

describe('a filter for records without a value', () => {
  const stored = toResource(
    declarationSchema.parse({
      version: 1,
      name: 'visits',
      storage: 'table',
      fields: [
        { source: 'planned_on', type: 'date', filter: 'range' },
        { source: 'city', type: 'text', filter: 'eq' },
      ],
    }),
  );
  const parsed = (of: Resource, filter: object) => () =>
    parseListQuery(of, { filter: JSON.stringify(filter) }).conditions;

  it('is possible for ranges of stored records only, as others may be read from anything', () => {
    expect(parsed(stored, { planned_on_empty: true })()).toMatchObject([{ kind: 'sql' }]);
    expect(parsed(stored, { city_empty: true })).toThrow(ValidationError);
    expect(parsed(parcels, { sent_on_empty: true })).toThrow(ValidationError);
  });

  it('takes nothing but true', () => {
    for (const value of [false, 'true', 1, null, [true]])
      expect(parsed(stored, { planned_on_empty: value })).toThrow(ValidationError);
  });
});

describe('an order', () => {
  const sorted = (sort?: string) => parseListQuery(parcels, { sort }).sort;

  it('is by ID, newest first, if none is declared', () => {
    expect(sorted()).toEqual({ source: 'id', descending: true });
  });

  it('may be by ID and by declared fields, in both directions', () => {
    expect(sorted('["id","ASC"]')).toEqual({ source: 'id', descending: false });
    expect(sorted('["title","DESC"]')).toEqual({ source: 'title', descending: true });
    expect(parseListQuery(resource, { sort: '["created_at","ASC"]' }).sort.descending).toBe(false);
    expect(() => sorted('["pieces","ASC"]')).toThrow(
      expect.objectContaining({ fields: { sort: { key: 'sort_not_allowed', args: { field: 'pieces' } } } }),
    );
  });
});

describe('a filter', () => {
  it.each([
    [{ title_like: 'a_b%' }, { kind: 'contains', source: 'title', text: 'a_b%' }],
    [{ pieces_gt: 5 }, { kind: 'compare', source: 'pieces', operator: '>', value: 5n }],
    [{ pieces_lte: '2147483647' }, { kind: 'compare', source: 'pieces', operator: '<=', value: 2_147_483_647n }],
    [{ pieces_gte: '-2147483647' }, { kind: 'compare', source: 'pieces', operator: '>=', value: -2_147_483_647n }],
    [{ city_id: CITY }, { kind: 'compare', source: 'city_id', operator: '=', value: CITY }],
    [
      { city_id: 'nowhere' },
      { kind: 'compare', source: 'city_id', operator: '=', value: '00000000-0000-0000-0000-000000000000' },
    ],
    [{ id: CITY }, { kind: 'compare', source: 'id', operator: '=', value: CITY }],
    [{ is_open: true }, { kind: 'compare', source: 'is_open', operator: '=', value: true }],
    [{ is_open: 'false' }, { kind: 'compare', source: 'is_open', operator: '=', value: false }],
    [{ sent_on_lt: '2026-03-08' }, { kind: 'compare', source: 'sent_on', operator: '<', value: '2026-03-08' }],
    [{ code: 'x' }, { kind: 'compare', source: 'code', operator: '=', value: 'x' }],
  ])('%j is a condition', (filter, condition) => {
    expect(parseListQuery(parcels, { filter: JSON.stringify(filter) }).conditions).toEqual([condition]);
  });

  it.each([
    [{ pieces_gte: '2147483648' }, { key: 'too_big', args: { max: '2147483647' } }],
    [{ pieces_gte: '-2147483648' }, { key: 'too_big', args: { max: '2147483647' } }],
    [{ pieces_gte: 9_007_199_254_740_993 }, { key: 'invalid_format' }],
    [{ pieces_gte: true }, { key: 'invalid_type' }],
    [{ is_open: 'yes' }, { key: 'invalid_type' }],
    [{ is_open: 1 }, { key: 'invalid_type' }],
    [{ sent_on_gte: '2026-13-01' }, { key: 'invalid_format' }],
    [{ sent_on_gte: '2026-02-30' }, { key: 'invalid_format' }],
    [{ sent_on_gte: '2026-03-08T00:00:00Z' }, { key: 'invalid_format' }],
    [{ title_like: 5 }, { key: 'invalid_type' }],
    [{ q: 'x' }, { key: 'filter_not_allowed', args: { field: 'q' } }],
  ])('%j is rejected with %j', (filter, message) => {
    const [field = ''] = Object.keys(filter);
    expect(() => parseListQuery(parcels, { filter: JSON.stringify(filter) })).toThrow(
      expect.objectContaining({ fields: { [field]: message } }),
    );
  });

  it.each(['secret', 'file', 'image', 'json'])('has no value of type %s', (type) => {
    expect(parseFilterValue(fieldSchema.parse({ source: 'x', type }), 'x')).toEqual({ key: 'invalid_type' });
  });

  it('by the search box may be a number, and is empty without letters or digits', () => {
    expect(filtered({ q: 2026 })).toMatchObject([{ kind: 'search', text: '2026' }]);
    expect(filtered({ q: '  ' })).toEqual([]);
  });

  it('becomes conditions on declared columns, with amounts in minor units and times as dates', () => {
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
    [{ created_at_gte: '2026-02-30T00:00:00Z' }, 'created_at_gte: invalid_format'],
    [{ created_at_gte: '2026-01-01' }, 'created_at_gte: invalid_format'],
    [{ q: ['a'] }, 'q: invalid_type'],
    [{ channel_id: 'a\0b' }, 'channel_id: invalid_format'],
  ])('%j is rejected: %s', (filter, problem) => {
    expect(refused(filter)).toEqual([problem]);
  });

  it('reports all problems at once', () => {
    expect(refused({ fee: '1', status: 'paid' })).toEqual(['fee: filter_not_allowed', 'status: invalid_value']);
  });

  it("on an ID that isn't a UUID finds nothing instead of failing", () => {
    expect(filtered({ id: ['a/b'] })).toEqual([
      { kind: 'among', source: 'id', values: ['00000000-0000-0000-0000-000000000000'] },
    ]);
  });

  it.each(['["fee","ASC"]', '["merchant_id","ASC"]', '["amount, id","ASC"]'])('sort %s is rejected', (sort) => {
    expect(() => parseListQuery(resource, { sort })).toThrow(ValidationError);
  });
});

describe('a list of a past period', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  it.each([
    [{ created_at_lt: '2026-11-19T12:00:00Z' }, true],
    [{ created_at_lte: '2026-11-19T12:00:00Z', status: ['success'] }, true],
    [{ created_at_lt: '2026-11-19T12:00:01Z' }, false],
    [{ created_at_gte: '2026-01-01T00:00:00Z' }, false],
    [{ status: ['success'] }, false],
    [{}, false],
  ])('is recognised by its filter: %o', (filter, isPast) => {
    expect(isOfPast({ conditions: filtered(filter) }, now)).toBe(isPast);
  });

  it.each([
    ['2026-11-17', true],
    ['2026-11-18', false],
  ])('is recognised by a day that has ended in all zones: %s', (value, isPast) => {
    expect(isOfPast({ conditions: [{ kind: 'compare', source: 'day', operator: '=', value }] }, now)).toBe(isPast);
  });
});

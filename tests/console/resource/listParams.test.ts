import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDeclaration } from '../../../packages/ra-declared/src/declaration/parseDeclaration.ts';
import {
  PAGE_SIZES,
  readListParams,
  writeListParams,
  type ListParams,
} from '../../../packages/ra-declared/src/list/listParams.ts';

const orders = parseDeclaration('orders', readFileSync('resources/orders.json', 'utf8'));

const declared: ListParams = {
  page: 1,
  perPage: 10,
  sort: { field: 'created_at', order: 'DESC' },
  filter: {},
  columns: null,
  view: null,
};
const read = (query: Record<string, string>) => readListParams(`?${new URLSearchParams(query)}`, orders);

describe('the address of a list', () => {
  it('without parameters shows what is declared', () => {
    expect(readListParams('', orders)).toEqual(declared);
  });

  it('is read in react-admin’s notation', () => {
    const filter = JSON.stringify({ status: ['failed'], q: 'C1', amount_gte: '100' });
    expect(read({ page: '3', perPage: '20', sort: 'amount', order: 'ASC', filter, displayedFilters: '{}' })).toEqual({
      page: 3,
      perPage: 20,
      sort: { field: 'amount', order: 'ASC' },
      filter: { status: ['failed'], q: 'C1', amount_gte: '100' },
      columns: null,
      view: null,
    });
  });

  it.each<[string, Record<string, string>]>([
    ['page 0', { page: '0' }],
    ['a negative page', { page: '-3' }],
    ['half a page', { page: '1.5' }],
    ["a page that isn't a number", { page: 'NaN' }],
    ['a page beyond the largest integer', { page: '1e300' }],
    ['a size that is not offered', { perPage: '1000000' }],
    ['an undeclared field to sort by', { sort: 'password', order: 'ASC' }],
    ['a field that can not be sorted by', { sort: 'fee', order: 'ASC' }],
    ['a filter that is not JSON', { filter: '{"status"' }],
    ["a filter that isn't an object", { filter: '"all"' }],
    ['a filter that is a list', { filter: '["status"]' }],
    ['null', { filter: 'null' }],
    ['a filter on undeclared fields', { filter: '{"merchant_id":"x","password":"y","id":["z"]}' }],
    ['a filter on the prototype', { filter: '{"__proto__":{"status":["failed"]},"constructor":1}' }],
    ['unknown columns', { columns: 'password,,constructor' }],
    ['a view with an invalid ID', { view: '../x' }],
    ['a search for nothing', { filter: '{"q":"  "}' }],
    ['a search for an object', { filter: '{"q":{"a":1}}' }],
  ])('with %s shows what is declared', (_, query) => {
    expect(read(query)).toEqual(declared);
  });

  it('never requests more than is allowed, whatever it says', () => {
    const keys = fc.constantFrom('page', 'perPage', 'sort', 'order', 'filter');
    const texts = fc.oneof(fc.string(), fc.json(), fc.constantFrom('{"amount_gte":1e99}', '{"created_at_gte":-1e15}'));
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, texts)), (pairs) => {
        const { page, perPage, sort } = readListParams(`?${new URLSearchParams(pairs)}`, orders);
        expect(Number.isSafeInteger(page * perPage) && page > 0).toBe(true);
        expect(PAGE_SIZES).toContain(perPage);
        expect(['created_at', 'amount']).toContain(sort?.field);
      }),
    );
  });

  it('is read as it was written', () => {
    const params: ListParams = {
      page: 7,
      perPage: 30,
      sort: { field: 'amount', order: 'DESC' },
      filter: { q: 'a&b=c#d %', status: ['failed', 'closed'], channel_id: 'x/y' },
      columns: ['status', 'order_no', 'subject'],
      view: 'a1b2',
    };
    expect(readListParams(writeListParams(params, orders), orders)).toEqual(params);
  });

  it('stays short while everything is as declared', () => {
    expect(writeListParams(declared, orders)).toBe('');
  });
});

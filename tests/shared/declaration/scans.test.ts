import { describe, expect, it } from 'vitest';
import { checkDeclarations, type OwnIndexes } from '@merchant-console/declaration/check';

interface Given {
  fields: object[];
  indexes?: OwnIndexes;
  more?: object;
}

/** `id pointer` of the problems of a resource kept by code, or of one changed by `more`. */
function saidOf({ fields, indexes, more = {} }: Given): string[] {
  const text = JSON.stringify({ version: 1, name: 'things', ...more, fields });
  const environment = indexes ? { indexes: { things: indexes } } : {};
  return checkDeclarations([{ file: 'things.json', text }], environment).problems.map(
    ({ id, pointer }) => `${id} ${pointer}`,
  );
}

const name = { source: 'name', type: 'text' };
const state = { source: 'state', type: 'enum', choices: [{ id: 'on' }] };
const made = { source: 'created_at', type: 'datetime' };

describe('a full scan of a list', () => {
  it('is reported wherever it is caused, without duplicates', () => {
    const fields = [{ ...name, filter: 'eq', search: true, sortable: true }, { ...state, filter: 'in' }, made];
    expect(saidOf({ fields, indexes: {} })).toEqual([
      'R162 /fields/0/filter',
      'R162 /fields/0/search',
      'R162 /fields/0/sortable',
      'R162 /fields/1/filter',
    ]);
  });

  it.each([
    ['by value and in order', { order: ['name'] }, ['R162 /fields/0/search']],
    ['by one of a few values', { value: ['name'] }, ['R162 /fields/0/search', 'R162 /fields/0/sortable']],
    ['by its words', { search: ['name'] }, ['R162 /fields/0/filter', 'R162 /fields/0/sortable']],
  ])('is caused by what an index %s can’t answer', (_, indexes, said) => {
    expect(saidOf({ fields: [{ ...name, filter: 'eq', search: true, sortable: true }, made], indexes })).toEqual(said);
  });

  it('is caused by matching parts of a text, even if the text has an index', () => {
    const fields = [{ ...name, filter: 'contains' }, made];
    expect(saidOf({ fields, indexes: { order: ['name'] } })).toEqual(['R160 /fields/0/filter']);
  });

  it('is caused by the list’s sort, even if that isn’t a declared field', () => {
    expect(saidOf({ fields: [name], indexes: {} })).toEqual([]);
    const list = { sort: { field: 'created_at', order: 'DESC' } };
    expect(saidOf({ fields: [name], indexes: {}, more: { list } })).toEqual(['R162 /list/sort/field']);
    expect(saidOf({ fields: [name], indexes: { order: ['created_at'] }, more: { list } })).toEqual([]);
  });

  it('isn’t reported if the declaration says that it is intended', () => {
    const fields = [{ ...name, filter: 'contains', search: true, scan: true }, made];
    expect(saidOf({ fields, indexes: {} })).toEqual([]);
    expect(saidOf({ fields, more: { storage: 'table' } })).toEqual([]);
  });

  it('isn’t reported if another back end stores the records', () => {
    const fields = [{ ...name, filter: 'contains', search: true, sortable: true, scan: true }];
    expect(saidOf({ fields })).toEqual([]);
  });
});

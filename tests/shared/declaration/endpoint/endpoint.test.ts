import { describe, expect, it } from 'vitest';
import { fillTemplates } from '#shared/declaration/endpoint/fillTemplates.ts';
import { listValues } from '#shared/declaration/endpoint/listValues.ts';
import { toRecord, toRow, valueAt } from '#shared/declaration/endpoint/places.ts';
import { isKnownVariable, variableOf } from '#shared/declaration/endpoint/variables.ts';

const LIST = { pagination: { page: 3, perPage: 20 }, sort: { field: 'name', order: 'DESC' }, filter: {} };

describe('the variables of a list', () => {
  it.each([
    [1, 10, { page: 1, offset: 0, from: 0, to: 9 }],
    [3, 20, { page: 3, offset: 40, from: 40, to: 59 }],
    [100_000_000, 30, { page: 100_000_000, offset: 2_999_999_970, from: 2_999_999_970, to: 2_999_999_999 }],
  ])('give page %i with %i rows per page exactly', (page, perPage, expected) => {
    expect(listValues({ ...LIST, pagination: { page, perPage } }, {})).toMatchObject(expected);
  });

  it('give the sort field under the back end’s name', () => {
    expect(listValues(LIST, { name: 'channelName' })).toMatchObject({ sort: 'channelName', order: 'DESC' });
    expect(listValues(LIST, {})).toMatchObject({ sort: 'name' });
  });
});

describe('a template', () => {
  const filter = { status: ['a', 'b'], zero: 0, no: false, empty: '', none: null, list: [] };

  it('is a variable or a constant', () => {
    const templates = { p: '$page', kind: 'x', five: 5, yes: true, q: '$q', price: '5 $' };
    expect(fillTemplates(templates, { page: 2, q: 'A&B' })).toEqual({
      p: 2,
      kind: 'x',
      five: 5,
      yes: true,
      q: 'A&B',
      price: '5 $',
    });
  });

  it('takes values from the filter; 0 and false count as values, and empty ones are left out', () => {
    const templates = Object.fromEntries(Object.keys(filter).map((name) => [name, `$filter.${name}`]));
    expect(fillTemplates({ ...templates, other: '$filter.other' }, { filter })).toEqual({
      status: ['a', 'b'],
      zero: 0,
      no: false,
    });
    expect(fillTemplates({ q: '$q', ids: '$ids', filter: '$filter' }, { q: '', ids: [], filter: {} })).toEqual({});
  });

  it('takes the whole record under the back end’s names, or one of its fields; null counts as a value', () => {
    const record = { id: '1', name: 'Acme', note: null };
    const places = { id: 'channelId', name: 'info.title' };
    expect(fillTemplates({ data: '$record', note: '$record.note', gone: '$record.gone' }, { record }, places)).toEqual({
      data: { channelId: '1', info: { title: 'Acme' }, note: null },
      note: null,
    });
  });

  it('recognises its variables', () => {
    const known = (template: string) => isKnownVariable(variableOf(template) ?? { name: '', part: null });
    expect(['$page', '$filter', '$filter.a_gte', '$record.x', '$columns'].map(known)).toEqual(Array(5).fill(true));
    expect(['$pages', '$filter.', '$page.x', '$'].map(known)).toEqual(Array(4).fill(false));
    expect(variableOf('page')).toBeNull();
    expect(variableOf(5)).toBeNull();
  });
});

describe('a path', () => {
  it('finds values at any depth, but none outside the response', () => {
    expect(valueAt({ data: { list: [1] } }, 'data.list')).toEqual([1]);
    expect(valueAt({ data: null }, 'data')).toBeNull();
    for (const place of ['data.total', 'x', 'data.list.length.x', 'constructor', 'data.toString']) {
      expect(valueAt({ data: { list: [1] } }, place)).toBeUndefined();
    }
  });

  it('maps a row to a record and back', () => {
    const places = { id: 'channelId', owner_name: 'owner.name' };
    const row = { channelId: 7, owner: { name: 'A', age: 3 }, state: 1 };
    const record = { id: 7, owner_name: 'A', owner: { name: 'A', age: 3 }, state: 1 };
    expect(toRecord(row, places)).toEqual(record);
    expect(toRow({ ...record, owner_name: 'B' }, places)).toEqual({ ...row, owner: { name: 'B', age: 3 } });
  });

  it('that is missing from a row leaves the field out of the record', () => {
    expect(toRecord({ channelId: 7 }, { id: 'channelId', name: 'channelName' })).toStrictEqual({ id: 7 });
  });
});

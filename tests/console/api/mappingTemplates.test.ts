import { describe, expect, it } from 'vitest';
import { fillTemplates } from '../../../packages/ra-provider/src/mapping/fillTemplates.ts';
import { listValues } from '../../../packages/ra-provider/src/mapping/mappedList.ts';

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
});

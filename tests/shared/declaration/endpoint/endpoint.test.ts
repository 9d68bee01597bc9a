import { describe, expect, it } from 'vitest';
import { toRecord, toRow, valueAtPlace, isKnownVariable, variableOf } from '@merchant-console/protocol';

describe('a template', () => {
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
    expect(valueAtPlace({ data: { list: [1] } }, 'data.list')).toEqual([1]);
    expect(valueAtPlace({ data: null }, 'data')).toBeNull();
    for (const place of ['data.total', 'x', 'data.list.length.x', 'constructor', 'data.toString']) {
      expect(valueAtPlace({ data: { list: [1] } }, place)).toBeUndefined();
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMenuSearch, titleOf, type SearchEntry } from '#console/shell/menu/menuSearch.ts';

const entry = (to: string, ...titles: string[]): SearchEntry => ({
  ...{ key: to, icon: null, isExternal: false, pinyin: '', to, titles },
});
const entries = [
  entry('/dashboard', 'Dashboard'),
  entry('/order', 'Order'),
  entry('/finance/cards', 'Finance', 'Bank cards'),
  entry('/finance/statements', 'Finance', 'Statements'),
  entry('/long', 'The statement of everything that a merchant was paid in the calendar month before'),
  { ...entry('/daishou', '交易', '代收订单'), pinyin: 'daishoudingdan' },
];
const search = createMenuSearch(entries);
const find = (query: string) => search(query).map(titleOf);

describe('the menu search', () => {
  it.each(['', '   '])('finds nothing for %j', (query) => {
    expect(find(query)).toEqual([]);
  });

  it('forgives slips and does not care for case', () => {
    expect(find('ordr')[0]).toBe('Order');
    expect(find('ORDER')[0]).toBe('Order');
    expect(find('dashbaord')).toEqual(['Dashboard']);
    expect(find('zzzz')).toEqual([]);
  });

  it('looks at every title of the chain', () => {
    expect(find('financ')).toEqual(['Finance > Bank cards', 'Finance > Statements']);
  });

  it('looks at the address and at the pinyin', () => {
    expect(find('daishou')).toEqual(['交易 > 代收订单']);
    expect(find('dingdan')).toEqual(['交易 > 代收订单']);
    expect(find('finance/card')[0]).toBe('Finance > Bank cards');
  });

  it('gives the better match first: a title before an address', () => {
    const both = createMenuSearch([entry('/statements', 'Reports'), entry('/x', 'Statements')]);
    expect(both('statements').map(titleOf)).toEqual(['Statements', 'Reports']);
  });

  it('finds what is written far into a title', () => {
    expect(find('calendar month')).toEqual([entries[4]?.titles[0]]);
  });

  it('takes more than 32 characters literally', () => {
    expect(find('EVERYTHING that a merchant was paid in')).toEqual([entries[4]?.titles[0]]);
    expect(find('everything that a merchant was paix in')).toEqual([]);
    expect(find('x'.repeat(5000))).toEqual([]);
  });

  it('finds something or nothing, whatever is typed', () => {
    const known = new Set(entries);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (query) => {
        const found = search(query);
        return found.every((one) => known.has(one)) && new Set(found).size === found.length;
      }),
    );
  });
});

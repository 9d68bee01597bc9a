import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMenuSearch, titleOf, type SearchEntry } from '#console/shell/search/useMenuSearch.ts';

const entry = (to: string, ...titles: string[]): SearchEntry => ({
  key: to,
  icon: null,
  isExternal: false,
  pinyin: '',
  to,
  titles,
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

  it('tolerates typing errors and ignores case', () => {
    expect(find('ordr')[0]).toBe('Order');
    expect(find('ORDER')[0]).toBe('Order');
    expect(find('dashbaord')).toEqual(['Dashboard']);
    expect(find('zzzz')).toEqual([]);
  });

  it('searches every title of the path', () => {
    expect(find('financ')).toEqual(['Finance > Bank cards', 'Finance > Statements']);
  });

  it('searches the address and the pinyin', () => {
    expect(find('daishou')).toEqual(['交易 > 代收订单']);
    expect(find('dingdan')).toEqual(['交易 > 代收订单']);
    expect(find('finance/card')[0]).toBe('Finance > Bank cards');
  });

  it('ranks the better match first: a title before an address', () => {
    const both = createMenuSearch([entry('/statements', 'Reports'), entry('/x', 'Statements')]);
    expect(both('statements').map(titleOf)).toEqual(['Statements', 'Reports']);
  });

  it('ranks a whole title, the start of a title, the start of a word, any part of a title, a parent title, an address', () => {
    const ranked = [
      entry('/a', 'Orders', 'Refunds'),
      entry('/b', 'Reorders'),
      entry('/orders/list', 'All'),
      entry('/c', 'Sub-merchant orders'),
      entry('/d', 'Orders of sub-merchants'),
      entry('/e', 'Orders today'),
      entry('/f', 'Orders'),
    ];
    expect(createMenuSearch(ranked.toReversed())('orders').map(titleOf)).toEqual([
      'Orders',
      'Orders today',
      'Orders of sub-merchants',
      'Sub-merchant orders',
      'Reorders',
      'Orders > Refunds',
      'All',
    ]);
  });

  it('finds similar titles only if no page contains the text', () => {
    const payouts = [entry('/x', 'Layouts'), entry('/y', 'Payout orders')];
    expect(createMenuSearch(payouts)('payout').map(titleOf)).toEqual(['Payout orders']);
    expect(createMenuSearch(payouts.slice(0, 1))('payout').map(titleOf)).toEqual(['Layouts']);
  });

  it('finds a match at the end of a long title', () => {
    expect(find('calendar month')).toEqual([entries[4]?.titles[0]]);
  });

  it('matches more than 32 characters literally', () => {
    expect(find('EVERYTHING that a merchant was paid in')).toEqual([entries[4]?.titles[0]]);
    expect(find('everything that a merchant was paix in')).toEqual([]);
    expect(find('x'.repeat(5000))).toEqual([]);
  });

  it('never throws, whatever is typed', () => {
    const known = new Set(entries);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (query) => {
        const found = search(query);
        return found.every((one) => known.has(one)) && new Set(found).size === found.length;
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { MenuNode } from '#console/shell/menu/menuNode.ts';
import { buildSearchPool } from '#console/shell/menu/searchPool.ts';
import { group, node } from './menuNodes.ts';

/** Titles and address of what can be found, without the dashboard and the account that every tree gets. */
function pool(...tree: MenuNode[]): string[] {
  const targets = buildSearchPool([node('dashboard'), ...tree]).slice(1, -1);
  return targets.map(({ titles, to }) =>
    [...titles, to].map((one) => (typeof one === 'string' ? one : one.en)).join(' > '),
  );
}

describe('what the menu search can find', () => {
  it('is every page with the titles above it, and a parent that redirects', () => {
    expect(pool(group('trade', [node('orders'), node('refunds')], { title: 'Trade', redirect: 'refunds' }))).toEqual([
      'Trade > /trade',
      'Trade > menu.orders > /trade/orders',
      'Trade > menu.refunds > /trade/refunds',
    ]);
  });

  it('has no parent that is no link', () => {
    expect(pool(group('trade', [node('orders')], { title: 'Trade', redirect: 'noRedirect' }))).toEqual([
      'Trade > menu.orders > /trade/orders',
    ]);
  });

  it('leaves out hidden entries, all below them, and addresses with a parameter', () => {
    const hidden = { is_hidden: 1 } as const;
    expect(pool(node('a', hidden), group('g', [node('b')], hidden), node('c/:id'), node('editMenu'))).toEqual([]);
  });

  it('leaves out what has no title, but not what is below it', () => {
    expect(pool(group('g', [node('a')], { title: '' }), node('b', { title: '' }))).toEqual(['menu.a > /g/a']);
  });

  it('has other sites with their own address', () => {
    expect(buildSearchPool([node('dashboard'), group('g', [node('https://docs.example/a')])]).at(-2)).toMatchObject({
      ...{ to: 'https://docs.example/a', isExternal: true, titles: ['menu.g', 'menu.a'] },
    });
  });

  it('always has the dashboard and one’s own account', () => {
    expect(buildSearchPool([])).toMatchObject([
      { to: '/dashboard', titles: ['menu.dashboard'] },
      { to: '/account', titles: ['menu.account'] },
    ]);
  });
});

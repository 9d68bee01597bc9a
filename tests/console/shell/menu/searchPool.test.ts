import { describe, expect, it } from 'vitest';
import type { MenuNode } from '#console/shell/menu/menuNode.ts';
import { buildSearchPool } from '#console/shell/menu/searchPool.ts';
import { group, node } from './menuNodes.ts';

/** Titles and address of each entry that can be found, without the dashboard and the account, which every tree has. */
function pool(...tree: MenuNode[]): string[] {
  const targets = buildSearchPool([node('dashboard'), ...tree]).slice(1, -1);
  return targets.map(({ titles, to }) =>
    [...titles, to].map((one) => (typeof one === 'string' ? one : one.en)).join(' > '),
  );
}

describe('the entries of the menu search', () => {
  it('are all pages with the titles above them, and parents with a redirect', () => {
    expect(pool(group('trade', [node('orders'), node('refunds')], { title: 'Trade', redirect: 'refunds' }))).toEqual([
      'Trade > /trade',
      'Trade > menu.orders > /trade/orders',
      'Trade > menu.refunds > /trade/refunds',
    ]);
  });

  it("don't include parents without a link", () => {
    expect(pool(group('trade', [node('orders')], { title: 'Trade', redirect: 'noRedirect' }))).toEqual([
      'Trade > menu.orders > /trade/orders',
    ]);
  });

  it("don't include hidden entries, their descendants, and addresses with a parameter", () => {
    const hidden = { is_hidden: 1 } as const;
    expect(pool(node('a', hidden), group('g', [node('b')], hidden), node('c/:id'), node('editMenu'))).toEqual([]);
  });

  it("don't include entries without a title, but their descendants", () => {
    expect(pool(group('g', [node('a')], { title: '' }), node('b', { title: '' }))).toEqual(['menu.a > /g/a']);
  });

  it('include other sites with their own address', () => {
    expect(buildSearchPool([node('dashboard'), group('g', [node('https://docs.example/a')])]).at(-2)).toMatchObject({
      to: 'https://docs.example/a',
      isExternal: true,
      titles: ['menu.g', 'menu.a'],
    });
  });

  it("always include the dashboard and the user's account", () => {
    expect(buildSearchPool([])).toMatchObject([
      { to: '/dashboard', titles: ['menu.dashboard'] },
      { to: '/account', titles: ['menu.account'] },
    ]);
  });
});

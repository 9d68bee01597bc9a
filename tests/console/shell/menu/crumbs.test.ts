import { describe, expect, it } from 'vitest';
import { crumbsOf } from '#console/shell/menu/crumbs.ts';
import type { MenuNode } from '#console/shell/menu/menuNode.ts';
import { resolveAddress } from '#console/shell/menu/resolveAddress.ts';
import { buildRouteTable } from '#console/shell/menu/routeTable.ts';
import type { Label } from '@merchant-console/declaration';
import { group, node } from './menuNodes.ts';

function crumbsAt(pathname: string, tree: MenuNode[], ownTitle: Label | null = null) {
  const table = buildRouteTable(tree);
  const page = resolveAddress(table, { pathname, search: '?x=1', hash: '' }, (name) => name === 'orders');
  if (page.kind !== 'page') throw new Error(`${pathname} opens no page`);
  return crumbsOf(table, page, ownTitle);
}
const home = { title: 'menu.dashboard', to: '/dashboard' };

describe('the breadcrumb', () => {
  it('of the dashboard is the dashboard alone, as text', () => {
    expect(crumbsAt('/dashboard', [])).toEqual([{ title: 'menu.dashboard', to: null }]);
  });

  it('begins with a link to the dashboard and ends with the page as text', () => {
    expect(crumbsAt('/wallets', [node('wallets')])).toEqual([home, { title: 'menu.wallets', to: null }]);
  });

  it('links an ancestor to its redirect', () => {
    const tree = [group('order', [node('a'), node('b')], { redirect: '/order/b' })];
    expect(crumbsAt('/order/a', tree)).toEqual([
      home,
      { title: 'menu.order', to: '/order/b' },
      { title: 'menu.a', to: null },
    ]);
  });

  it('links an ancestor with a page to its own address, with parameters filled in', () => {
    const tree = [node('batch/:id', { title: 'Batch', children: [node('items')] })];
    expect(crumbsAt('/batch/a%2Fb/items', tree)).toEqual([
      home,
      { title: 'Batch', to: '/batch/a%2Fb' },
      { title: 'menu.items', to: null },
    ]);
  });

  it('shows an entry with redirect noRedirect as text', () => {
    const tree = [group('order', [node('a')], { redirect: 'noRedirect' })];
    expect(crumbsAt('/order/a', tree)).toEqual([
      home,
      { title: 'menu.order', to: null },
      { title: 'menu.a', to: null },
    ]);
  });

  it('leaves out an entry without a title', () => {
    expect(crumbsAt('/order/a', [group('order', [node('a')], { title: '' })])).toEqual([
      home,
      { title: 'menu.a', to: null },
    ]);
  });

  it('leaves out an entry or a page that hides its crumb', () => {
    const tree = [group('order', [node('a'), node('b', { breadcrumb: 0 })], { breadcrumb: 0 })];
    expect(crumbsAt('/order/a', tree)).toEqual([home, { title: 'menu.a', to: null }]);
    expect(crumbsAt('/order/b', tree)).toEqual([home]);
  });

  it('names a page that shows a record at its own address by that record', () => {
    expect(crumbsAt('/batch', [node('batch')], { en: 'B7' })).toEqual([home, { title: { en: 'B7' }, to: null }]);
  });

  it.each([
    [{ en: 'C7' }, { en: 'C7' }],
    [null, 'shell.record'],
  ])('links to the list when a record is open, with the title %o', (ownTitle, title) => {
    const tree = [group('order', [node('orderList', { component_path: 'orders' })])];
    expect(crumbsAt('/order/orderList/7/show', tree, ownTitle)).toEqual([
      home,
      { title: 'menu.order', to: '/order/orderList' },
      { title: 'menu.orderList', to: '/order/orderList' },
      { title, to: null },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { buildRouteTable } from '#console/shell/menu/routeTable.ts';
import type { MenuNode } from '#console/shell/menu/menuNode.ts';
import { group, node } from './menuNodes.ts';

const routeAt = (tree: MenuNode[], pattern: string) =>
  buildRouteTable(tree).routes.find((route) => route.pattern === pattern);

describe('the sidebar item that a page highlights', () => {
  const detail = node('/batchtransferDetail', { is_hidden: 1 });
  it("is the item before it, for a page that isn't in the sidebar", () => {
    const tree = [group('transfer', [node('/batchtransfer'), detail, node('/other')])];
    expect(routeAt(tree, '/batchtransferDetail')?.activeMenu).toBe('/batchtransfer');
    expect(routeAt(tree, '/other')?.activeMenu).toBe('/other');
  });

  it('is the one that the server names', () => {
    const named = { ...detail, active_menu: '/other' };
    const tree = [group('transfer', [node('/batchtransfer'), named, node('/other')])];
    expect(routeAt(tree, '/batchtransferDetail')?.activeMenu).toBe('/other');
  });

  it('is its own if there is none before it', () => {
    expect(routeAt([group('transfer', [detail, node('/other')])], '/batchtransferDetail')?.activeMenu).toBe(
      '/batchtransferDetail',
    );
  });
});

describe('addresses of menu entries', () => {
  it("of a child start with its parent's", () => {
    const tree = [group('order', [node('orderList')])];
    expect(routeAt(tree, '/order')).toBeDefined();
    expect(routeAt(tree, '/order/orderList')).toMatchObject({ page: 'orderList', title: 'menu.orderList' });
  });

  it('start with a slash if url_name does', () => {
    const tree = [group('me', [node('/personal/basicInformation'), node('/orderList')])];
    expect(routeAt(tree, '/personal/basicInformation')).toBeDefined();
    expect(routeAt(tree, '/orderList')).toBeDefined();
  });

  it.each(['//evil.example/x', '/\\evil.example/x', 'evil.example//x/'])(
    'never lead to another host: %s',
    (urlName) => {
      const patterns = buildRouteTable([node(urlName)]).routes.map((route) => route.pattern);
      expect(patterns).toContain('/evil.example/x');
    },
  );

  it('keep the order in which the server sent them', () => {
    const tree = [node('b', { index: 2 }), node('a', { index: 1 }), node('dashboard')];
    expect(buildRouteTable(tree).routes.map((route) => route.pattern)).toEqual(['/b', '/a', '/dashboard', '/account']);
  });

  it("don't exist for links to other sites", () => {
    const tree = [node('https://example.com/help'), node('mailto:help@example.com')];
    expect(buildRouteTable(tree).routes.map((route) => route.pattern)).toEqual(['/dashboard', '/account']);
  });
});

describe('the dashboard', () => {
  it("has an address even if the server doesn't list it", () => {
    expect(buildRouteTable([]).home).toMatchObject({ pattern: '/dashboard', page: 'dashboard' });
  });

  it('is where the server put it', () => {
    const table = buildRouteTable([group('home', [node('dashboard')])]);
    expect(table.home.pattern).toBe('/home/dashboard');
    expect(table.routes.filter(({ page }) => page === 'dashboard')).toHaveLength(1);
  });
});

describe("the user's account", () => {
  it('has an address without an entry, or else the entry’s', () => {
    expect(routeAt([], '/account')).toMatchObject({ page: 'account', title: 'menu.account' });
    const listed = [group('personal', [node('me', { component_path: 'account' })])];
    expect(routeAt(listed, '/account')).toBeUndefined();
    expect(routeAt(listed, '/personal/me')).toMatchObject({ page: 'account' });
  });
});

describe('hidden entries', () => {
  it('have an address and are marked', () => {
    expect(routeAt([node('orderDetail', { is_hidden: 1 })], '/orderDetail')).toMatchObject({ hidden: true });
  });

  it('hide their descendants', () => {
    const tree = [group('order', [node('orderList')], { is_hidden: 1 })];
    expect(routeAt(tree, '/order/orderList')).toMatchObject({ hidden: true });
  });

  it.each(['rolePermissions', 'editMenu'])('include %s, whatever the server says', (name) => {
    const byAddress = node(name, { is_hidden: 0, component_path: 'other' });
    const byPage = node('other', { is_hidden: 0, component_path: name });
    expect(routeAt([byAddress], `/${name}`)).toMatchObject({ hidden: true });
    expect(routeAt([byPage], '/other')).toMatchObject({ hidden: true });
  });
});

describe('redirect of an entry', () => {
  it('is an address, or relative to the entry', () => {
    const children = [node('orderList'), node('paymentOrder')];
    expect(routeAt([group('order', children, { redirect: '/order/paymentOrder' })], '/order')?.redirect).toBe(
      '/order/paymentOrder',
    );
    expect(routeAt([group('order', children, { redirect: 'paymentOrder' })], '/order')?.redirect).toBe(
      '/order/paymentOrder',
    );
  });

  it('leads to the first listed page of an entry without a page', () => {
    const hiddenFirst = [node('orderDetail', { is_hidden: 1 }), node('orderList')];
    expect(routeAt([group('order', hiddenFirst)], '/order')?.redirect).toBe('/order/orderList');
    const allHidden = [node('orderDetail', { is_hidden: 1 })];
    expect(routeAt([group('order', allHidden)], '/order')?.redirect).toBe('/order/orderDetail');
  });

  it('is missing for an entry with a page', () => {
    expect(routeAt([node('orders', { children: [node('detail')] })], '/orders')?.redirect).toBeNull();
  });
});

describe('the tab and breadcrumb settings of an entry', () => {
  it('are kept, and default to not pinned and in the breadcrumb', () => {
    expect(routeAt([node('a')], '/a')).toMatchObject({ noCache: false, affix: false, breadcrumb: true });
    const tree = [node('b', { no_cache: 1, affix: 1, breadcrumb: 0 })];
    expect(routeAt(tree, '/b')).toMatchObject({ noCache: true, affix: true, breadcrumb: false });
  });

  it('pin the dashboard, whatever the server says', () => {
    expect(buildRouteTable([]).home.affix).toBe(true);
    expect(buildRouteTable([node('dashboard', { affix: 0 })]).home.affix).toBe(true);
  });
});

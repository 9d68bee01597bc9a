import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveAddress } from '#console/shell/menu/resolveAddress.ts';
import { buildRouteTable } from '#console/shell/menu/routeTable.ts';
import type { MenuNode } from '#console/shell/menu/menuNode.ts';
import { group, node } from './menuNodes.ts';

const RESOURCES = ['orders', 'channels'];

const TREE = [
  group('order', [
    node('orderList', { component_path: 'orders' }),
    node('orderDetail', { component_path: 'other', is_hidden: 1 }),
  ]),
  group('personal', [node('/personal/basicInformation')]),
  node('editMenu'),
];

function resolve(address: string, tree: MenuNode[] = TREE) {
  const { pathname, search, hash } = new URL(`http://console.test${address}`);
  return resolveAddress(buildRouteTable(tree), { pathname, search, hash }, (page) => RESOURCES.includes(page));
}
const opens = (page: string, address: string) =>
  expect.objectContaining({ kind: 'page', address, route: expect.objectContaining({ page }) });
const leadsTo = (to: string) => ({ kind: 'redirect', to });

describe('the start of the console', () => {
  it('leads to the dashboard', () => {
    expect(resolve('/')).toEqual(leadsTo('/dashboard'));
  });

  it('leads to the first page that the menu names, which the dashboard is then beside', () => {
    const tree = [group('crm', [node('sales', { is_first: 1 })]), ...TREE];
    expect(resolve('/', tree)).toEqual(leadsTo('/crm/sales'));
    expect(resolve('/dashboard', tree)).toEqual(opens('dashboard', '/dashboard'));
  });
});

describe('an address of the menu', () => {
  it.each([
    ['/order/orderList', 'orders', '/order/orderList'],
    ['/order/orderList?page=2', 'orders', '/order/orderList'],
    ['/personal/basicInformation', 'basicInformation', '/personal/basicInformation'],
    ['/order/orderDetail', 'other', '/order/orderDetail'],
    ['/editMenu?id=3', 'editMenu', '/editMenu'],
    ['/dashboard', 'dashboard', '/dashboard'],
  ])('%s opens %s', (address, page, own) => {
    expect(resolve(address)).toEqual(opens(page, own));
  });

  it('may be in any script', () => {
    const tree = [node('订单 列表', { component_path: 'orders' })];
    expect(resolve('/订单 列表', tree)).toEqual(opens('orders', `/${encodeURI('订单 列表')}`));
  });

  it('without an entry leads to /404, as does a malformed one', () => {
    expect(resolve('/wallets')).toEqual(leadsTo('/404'));
    expect(resolve('/%E0%A4%A')).toEqual(leadsTo('/404'));
    expect(resolve('/__proto__/constructor')).toEqual(leadsTo('/404'));
  });

  it('/404 and /401 lead to themselves', () => {
    expect(resolve('/404')).toEqual({ kind: 'status', status: 404 });
    expect(resolve('/401')).toEqual({ kind: 'status', status: 401 });
  });

  it('/ leads to the dashboard', () => {
    expect(resolve('/')).toEqual(leadsTo('/dashboard'));
  });

  it('with an unknown page opens, so that the page can report it', () => {
    const tree = [node('odd', { component_path: 'noSuchThing' }), node('empty', { component_path: '' })];
    expect(resolve('/odd', tree)).toEqual(opens('noSuchThing', '/odd'));
    expect(resolve('/empty', tree)).toMatchObject({ kind: 'page', route: { page: null } });
  });

  it('prefers fixed segments to parameters, and returns the parameters', () => {
    const tree = [node('batch/:id', { component_path: 'detail' }), node('batch/new', { component_path: 'form' })];
    expect(resolve('/batch/new', tree)).toEqual(opens('form', '/batch/new'));
    expect(resolve('/batch/a%2Fb', tree)).toMatchObject({ address: '/batch/a%2Fb', params: { id: 'a%2Fb' } });
  });
});

describe('an address that isn’t canonical', () => {
  it.each([
    ['//order/orderList', '/order/orderList'],
    ['/order//orderList', '/order/orderList'],
    ['/order/orderList/', '/order/orderList'],
    ['/order/order%4Cist', '/order/orderList'],
    ['/order/orderList/?page=2#a', '/order/orderList?page=2#a'],
    ['/order/orderList/%37/show/', '/order/orderList/7/show'],
    ['/order/orderList/a%2fb', '/order/orderList/a%2Fb'],
    ['/order/orderList/a:b', '/order/orderList/a%3Ab'],
    ['//404', '/404'],
    ['/401/', '/401'],
    ['/order%4Cist/7', '/order/orderList/7'],
    ['/redirect//order/orderList/', '/order/orderList'],
  ])('%s leads to %s', (address, to) => {
    expect(resolve(address)).toEqual(leadsTo(to));
  });

  it('is canonical after one step, whatever the record’s ID', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.string(), (id, typed) => {
        for (const segment of [encodeURIComponent(id), typed]) {
          const first = resolve(`/order/orderList/${segment}`);
          if (first.kind !== 'redirect') continue;
          expect(resolve(first.to).kind).not.toBe('redirect');
        }
      }),
    );
  });
});

describe('below a resource', () => {
  it.each(['7/show', '7', 'create', 'a%2Fb%23c%20d/show'])('its record addresses open: %s', (rest) => {
    expect(resolve(`/order/orderList/${rest}`)).toMatchObject({ kind: 'page', address: '/order/orderList', rest });
  });

  it.each(['/order/orderList/7/edit', '/order/orderList/7/show/x', '/dashboard/7', '/order/7'])(
    'no other address does, nor one below another page: %s',
    (address) => {
      expect(resolve(address)).toEqual(leadsTo('/404'));
    },
  );
});

describe('a redirect', () => {
  it('of an entry opens its target, with query and hash', () => {
    expect(resolve('/order?a=1#b')).toEqual(leadsTo('/order/orderList?a=1#b'));
  });

  it('through several entries is followed in one step', () => {
    const tree = [
      group('a', [], { redirect: '/b' }),
      group('b', [], { redirect: '/c' }),
      node('c', { component_path: 'orders' }),
    ];
    expect(resolve('/a', tree)).toEqual(leadsTo('/c'));
  });

  it('in a loop ends at /404', () => {
    const tree = [group('a', [], { redirect: '/b' }), group('b', [], { redirect: '/a' })];
    expect(resolve('/a', tree)).toEqual(leadsTo('/404'));
  });

  it("to an address that isn't in the menu ends at /404", () => {
    expect(resolve('/a?x=1', [group('a', [], { redirect: '/b' })])).toEqual(leadsTo('/404'));
  });

  it.each([
    ['/redirect/order/orderList?x=1', '/order/orderList?x=1'],
    ['/redirect/', '/dashboard'],
    ['/redirect//evil.example', '/404'],
  ])('through the redirect page: %s leads back to %s', (address, to) => {
    expect(resolve(address)).toEqual(leadsTo(to));
  });
});

describe('aliases lead to the address in the menu', () => {
  it.each([
    ['/orderList', '/order/orderList'],
    ['/orderList?page=2', '/order/orderList?page=2'],
    ['/orderList/7/show', '/order/orderList/7/show'],
    ['/basicInformation', '/personal/basicInformation'],
    ['/orders', '/order/orderList'],
    ['/orders/7/show?tab=1', '/order/orderList/7/show?tab=1'],
    ['/orders/7', '/order/orderList/7'],
    ['/orders/create', '/order/orderList/create'],
    ['/orders/a%2Fb%23c/show', '/order/orderList/a%2Fb%23c/show'],
  ])('%s → %s', (address, to) => {
    expect(resolve(address)).toEqual(leadsTo(to));
  });

  it('unless they are in the menu themselves', () => {
    const tree = [group('x', [node('orders', { component_path: 'channels' })]), node('/orders')];
    expect(resolve('/orders', tree)).toEqual(opens('orders', '/orders'));
  });

  it('and a resource with several entries is linked at the first', () => {
    const tree = [
      group('a', [node('first', { component_path: 'orders' }), node('second', { component_path: 'orders' })]),
    ];
    expect(resolve('/orders/7/show', tree)).toEqual(leadsTo('/a/first/7/show'));
  });
});

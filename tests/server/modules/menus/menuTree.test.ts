import { describe, expect, it } from 'vitest';
import { permissionToOpen } from '#server/access/permissionToOpen.ts';
import { menuTree, type MenuRow } from '#server/modules/menus/menuTree.ts';

const row = (id: string, change: Partial<MenuRow> = {}): MenuRow => ({
  ...{ id, parent_id: null, url_name: id, component_path: null, title: id, icon: null, position: 1, redirect: null },
  ...{ is_hidden: false, ...change },
});

const ROWS = [
  row('home', { component_path: 'dashboard' }),
  row('order'),
  row('orderList', { parent_id: 'order', component_path: 'orders' }),
  row('secret', { parent_id: 'order', component_path: 'payouts', is_hidden: true }),
  row('empty'),
  row('channelList', { parent_id: 'empty', component_path: 'channels' }),
];

const RESOURCES = ['orders', 'payouts', 'channels'];

const treeFor = (permissions: string[], rows = ROWS) =>
  menuTree(rows, new Set(permissions), (page) => permissionToOpen(page, (name) => RESOURCES.includes(name)));

describe('the menu tree', () => {
  it('holds the pages that the user may open, and no entry without any', () => {
    const tree = treeFor(['home.show', 'orders.list']);
    expect(tree.map(({ id, children }) => [id, (children ?? []).map((child) => child.id)])).toEqual([
      ['home', []],
      ['order', ['orderList']],
    ]);
  });

  it('tells on each page what the user may do there', () => {
    const tree = treeFor(['orders.list', 'orders.export', 'channels.show']);
    expect(tree[0]?.children?.[0]?.permissions).toEqual(['orders.list', 'orders.export']);
  });

  it('sends hidden pages too: their address works', () => {
    const tree = treeFor(['payouts.list']);
    expect(tree[0]?.children?.[0]).toMatchObject({ id: 'secret', is_hidden: 1 });
  });

  it('keeps a page that nothing here knows: the console says what is wrong with it', () => {
    const rows = [...ROWS, row('misspelt', { parent_id: 'order', component_path: 'ordesr' })];
    expect(treeFor([], rows).map(({ children }) => (children ?? []).map(({ id }) => id))).toEqual([['misspelt']]);
  });

  it.each(['constructor', '__proto__', 'toString'])('takes a page called %s for one that nothing knows', (name) => {
    expect(treeFor([], [row('odd', { component_path: name })])).toHaveLength(1);
  });

  it('is empty for somebody without rights', () => {
    expect(treeFor([])).toEqual([]);
  });
});

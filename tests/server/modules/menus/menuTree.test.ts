import { describe, expect, it } from 'vitest';
import { permissionToOpen } from '#server/access/permissionToOpen.ts';
import { menuTree, type MenuRow } from '#server/modules/menus/menuTree.ts';

const row = (id: string, change: Partial<MenuRow> = {}): MenuRow => ({
  id,
  parent_id: null,
  url_name: id,
  component_path: null,
  title: id,
  icon: null,
  position: 1,
  redirect: null,
  is_hidden: false,
  ...change,
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
  it('contains the pages that the user may open, and no group without any', () => {
    const tree = treeFor(['home.show', 'orders.list']);
    expect(tree.map(({ id, children }) => [id, (children ?? []).map((child) => child.id)])).toEqual([
      ['home', []],
      ['order', ['orderList']],
    ]);
  });

  it("contains the user's permissions on each page", () => {
    const tree = treeFor(['orders.list', 'orders.export', 'channels.show']);
    expect(tree[0]?.children?.[0]?.permissions).toEqual(['orders.list', 'orders.export']);
  });

  it('contains hidden pages too, because their addresses work', () => {
    const tree = treeFor(['payouts.list']);
    expect(tree[0]?.children?.[0]).toMatchObject({ id: 'secret', is_hidden: 1 });
  });

  it('keeps an unknown page, so that the console can report it', () => {
    const rows = [...ROWS, row('misspelt', { parent_id: 'order', component_path: 'ordesr' })];
    expect(treeFor([], rows).map(({ children }) => (children ?? []).map(({ id }) => id))).toEqual([['misspelt']]);
  });

  it.each(['constructor', '__proto__', 'toString'])('treats a page called %s as unknown', (name) => {
    expect(treeFor([], [row('odd', { component_path: name })])).toHaveLength(1);
  });

  it('is empty for a user without rights', () => {
    expect(treeFor([])).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { buildSidebar, groupsAbove, type SidebarItem } from '#console/shell/menu/sidebar.ts';
import type { MenuNode } from '#console/shell/menu/menuNode.ts';
import { group, node } from './menuNodes.ts';

/** The sidebar without the dashboard, which every tree has. */
function sidebar(...tree: MenuNode[]): SidebarItem[] {
  return buildSidebar([node('dashboard'), ...tree]).slice(1);
}
const page = (to: string) => expect.objectContaining({ kind: 'page', to });

describe('the sidebar', () => {
  it("begins with the dashboard if the server doesn't list it", () => {
    expect(buildSidebar([])).toEqual([page('/dashboard')]);
    expect(buildSidebar([node('orders')])).toEqual([page('/dashboard'), page('/orders')]);
  });

  it('keeps the order in which the server sent the entries', () => {
    const items = sidebar(node('b', { index: 9 }), group('g', [node('z'), node('y')]), node('a', { index: 1 }));
    expect(items).toMatchObject([{ to: '/b' }, { items: [{ to: '/g/z' }, { to: '/g/y' }] }, { to: '/a' }]);
  });

  it('links to another site if an entry without pages redirects there', () => {
    const href = 'https://example.com/help';
    expect(
      sidebar(node('help', { redirect: href }), group('g', [node('b'), node('c')], { redirect: href })),
    ).toMatchObject([
      { kind: 'external', href },
      { kind: 'group', items: [{ to: '/g/b' }, { to: '/g/c' }] },
    ]);
  });

  it('leaves out hidden entries and their descendants', () => {
    expect(sidebar(node('a', { is_hidden: 1 }), group('g', [node('b'), node('c')], { is_hidden: 1 }))).toEqual([]);
  });

  it.each(['rolePermissions', 'editMenu'])('never shows %s', (name) => {
    expect(sidebar(node(name), group('g', [node(name), node('a'), node('b')]))).toMatchObject([
      { items: [{ to: '/g/a' }, { to: '/g/b' }] },
    ]);
  });

  it('has no item for an entry without a title, but for its pages', () => {
    const tree = [node('a', { title: '' }), group('g', [node('b'), node('c')], { title: '' })];
    expect(sidebar(...tree)).toEqual([page('/g/b'), page('/g/c')]);
  });

  it('leaves out addresses that need a parameter', () => {
    expect(sidebar(node('detail/:id'))).toEqual([]);
  });
});

describe('an entry with one visible page', () => {
  const hidden = node('hidden', { is_hidden: 1 });

  it('is one item with title, address and icon of the page', () => {
    const entry = group('g', [node('a', { icon: 'receipt' }), hidden], { icon: 'folder' });
    expect(sidebar(entry)).toEqual([{ kind: 'page', key: 'a', title: 'menu.a', icon: 'receipt', to: '/g/a' }]);
  });

  it("has the entry's icon if the page has none", () => {
    expect(sidebar(group('g', [node('a')], { icon: 'folder' }))).toMatchObject([{ to: '/g/a', icon: 'folder' }]);
  });

  it('stays a submenu if that page has visible pages of its own', () => {
    const entry = group('g', [group('inner', [node('a'), node('b')])]);
    expect(sidebar(entry)).toMatchObject([{ kind: 'group', items: [{ kind: 'group', items: [{}, {}] }] }]);
  });

  it('stays a submenu if the server always wants it shown', () => {
    const entry = group('g', [node('a')], { always_show: 1 });
    expect(sidebar(entry)).toMatchObject([{ kind: 'group', items: [{ to: '/g/a' }] }]);
  });
});

describe('an entry without a visible page', () => {
  it('is one item with its own address', () => {
    expect(sidebar(node('g', { children: [node('a', { is_hidden: 1 })] }))).toEqual([page('/g')]);
  });

  it('is the same if its list of pages is empty', () => {
    expect(sidebar(node('g', { children: [] }), group('h', [node('a', { children: [] }), node('b')]))).toMatchObject([
      { kind: 'page', to: '/g' },
      { kind: 'group', items: [{ kind: 'page' }, { kind: 'page' }] },
    ]);
  });
});

describe('a link to another site', () => {
  it.each(['https://example.com/help', 'http://example.com', 'mailto:help@example.com', 'tel:+8610'])(
    'is marked as such: %s',
    (href) => {
      expect(sidebar(node(href))).toMatchObject([{ kind: 'external', href }]);
    },
  );

  it('is never a script, which becomes an ordinary path', () => {
    expect(sidebar(node('javascript:alert(1)'))).toEqual([page('/javascript:alert(1)')]);
  });
});

describe('submenus above an item', () => {
  const items = sidebar(group('g', [group('inner', [node('a'), node('b')]), node('c')]), node('d'));

  it('are listed from the outermost', () => {
    expect(groupsAbove(items, '/g/inner/b')).toEqual(['g', 'inner']);
    expect(groupsAbove(items, '/g/c')).toEqual(['g']);
  });

  it('are none for a top-level item and for an unknown address', () => {
    expect(groupsAbove(items, '/d')).toEqual([]);
    expect(groupsAbove(items, '/g')).toEqual([]);
  });
});

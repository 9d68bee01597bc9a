import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf } from '#shared/menus/menuAddress.ts';
import type { MenuItem } from '#shared/menus/MenuItem.ts';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import { moveItem, stepMove, type MenuMove, type MoveStep } from '#shared/menus/moveItem.ts';
import { moveObstacle } from '#shared/menus/moveObstacle.ts';
import { followRedirects, opens } from '#shared/menus/redirects.ts';
import { menuItem, menus } from './menuItems.ts';

const STEPS: MoveStep[] = ['up', 'down', 'in', 'out'];
const order = (items: readonly MenuItem[], parent: string | null = null) =>
  childrenOf(items, parent).map(({ id }) => id);

/** Performs a move as the pages do, only if nothing prevents it. */
function moved(items: MenuItem[], move: MenuMove | null): MenuItem[] {
  if (move === null || moveObstacle(items, move) !== null) return items;
  return followRedirects(items, moveItem(items, move));
}

function expectWhole(items: readonly MenuItem[], ids: readonly string[]): void {
  expect(items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const parents = items.flatMap(({ parent_id }) => parent_id ?? []);
  for (const id of parents) expect(items.find((item) => item.id === id)).toMatchObject({ parent_id: null });
  const addresses = items.map((item) => addressOf(item, items));
  expect(new Set(addresses).size).toBe(items.length);
  for (const item of items) if (item.redirect !== null) expect(opens(item, items)).toBe(true);
}

describe('moves in a menu', () => {
  it('keep two levels, all entries, unique addresses and valid redirects', () => {
    const target = fc.tuple(fc.nat(30), fc.option(fc.nat(30)), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(menus, fc.array(target, { maxLength: 25 }), (menu, moves) => {
        const ids = menu.map(({ id }) => id);
        const start = menu.map((item) => {
          const [page] = childrenOf(menu, item.id);
          return page ? { ...item, redirect: addressOf(page, menu) } : item;
        });
        const end = moves.reduce((items, [which, where, position]) => {
          const id = ids[which % ids.length] ?? '';
          const parent_id = where === null ? null : (ids[where % ids.length] ?? null);
          return moved(items, { id, parent_id, position });
        }, start);
        expectWhole(end, ids);
      }),
    );
  });

  it('by keyboard keep these, too', () => {
    const steps = fc.array(fc.tuple(fc.nat(30), fc.constantFrom(...STEPS)), { maxLength: 30 });
    fc.assert(
      fc.property(menus, steps, (menu, taken) => {
        const ids = menu.map(({ id }) => id);
        const end = taken.reduce((items, [which, step]) => {
          return moved(items, stepMove(items, ids[which % ids.length] ?? '', step));
        }, menu);
        expectWhole(end, ids);
      }),
    );
  });

  it('put an entry at its position and renumber its siblings', () => {
    const items = ['a', 'b', 'c'].map((id, at) => menuItem(id, { position: at * 5 }));
    const after = moveItem(items, { id: 'c', parent_id: null, position: 1 });
    expect(order(after)).toEqual(['c', 'a', 'b']);
    expect(childrenOf(after, null).map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(order(moveItem(items, { id: 'a', parent_id: null, position: 99 }))).toEqual(['b', 'c', 'a']);
  });

  it('up and down stay among the siblings, in goes into the previous entry, out behind the parent', () => {
    const items = [
      menuItem('a', { component_path: null }),
      menuItem('a1', { parent_id: 'a' }),
      menuItem('b', { position: 2 }),
    ];
    expect(stepMove(items, 'a', 'up')).toBeNull();
    expect(stepMove(items, 'b', 'down')).toBeNull();
    expect(order(moved(items, stepMove(items, 'b', 'up')))).toEqual(['b', 'a']);
    expect(order(moved(items, stepMove(items, 'b', 'in')), 'a')).toEqual(['a1', 'b']);
    expect(order(moved(items, stepMove(items, 'a1', 'out')))).toEqual(['a', 'a1', 'b']);
  });

  it('report why they are impossible', () => {
    const items = [
      menuItem('a', { component_path: null }),
      menuItem('a1', { parent_id: 'a' }),
      menuItem('b', { component_path: null, position: 2 }),
      menuItem('b1', { parent_id: 'b', url_name: 'a1' }),
      menuItem('site', { component_path: null, url_name: 'https://example.com', position: 3 }),
      menuItem('away', { component_path: null, is_hidden: true, position: 4 }),
      menuItem('away1', { parent_id: 'away' }),
      menuItem('menus', { component_path: 'menus', position: 5 }),
    ];
    const why = (id: string, parent_id: string | null) => moveObstacle(items, { id, parent_id, position: 1 })?.key;
    expect(why('a', 'b')).toBe('menu_parent');
    expect(why('a1', 'b')).toBe('menu_address_taken');
    expect(why('a1', 'site')).toBe('menu_parent_external');
    expect(why('menus', 'away')).toBe('menu_way_back');
    expect(why('menus', 'b')).toBeUndefined();
  });
});

import fc from 'fast-check';
import type { MenuItem } from '#shared/menus/MenuItem.ts';

/** A menu entry whose address is its ID, by default on the top level. */
export function menuItem(id: string, change: Partial<MenuItem> = {}): MenuItem {
  const place = { id, url_name: id, parent_id: null, position: 1 };
  return { ...place, component_path: 'orders', redirect: null, is_hidden: false, ...change };
}

/** Menus with two levels: groups, some of which have pages. */
export const menus: fc.Arbitrary<MenuItem[]> = fc
  .array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 6 })
  .map((sizes) =>
    sizes.flatMap((size, group) => [
      menuItem(`g${group}`, { position: group + 1, component_path: size > 0 ? null : 'orders' }),
      ...Array.from({ length: size }, (_, page) =>
        menuItem(`g${group}p${page}`, { parent_id: `g${group}`, position: page + 1 }),
      ),
    ]),
  );

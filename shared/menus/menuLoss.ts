import { isExternalAddress } from './menuAddress.ts';
import type { MenuItem } from './MenuItem.ts';
import { opens } from './redirects.ts';

/** What a change would take away elsewhere in the menu; `redirects` are entries that would lead nowhere. */
export type MenuLoss<Item> = { kind: 'wayBack' } | { kind: 'redirects'; from: readonly Item[] };

/** The page on which the menu is changed. */
const MENUS_PAGE = 'menus';

/** @param after the menu with redirects that follow already pointing to where they lead now */
export function menuLoss<Item extends MenuItem>(
  before: readonly Item[],
  after: readonly Item[],
  changedId: string,
): MenuLoss<Item> | null {
  if (hasWayBack(before) && !hasWayBack(after)) return { kind: 'wayBack' };
  const redirects = after.filter((item) => {
    if (item.redirect === null || item.id === changedId || opens(item, after)) return false;
    const was = before.find(({ id }) => id === item.id);
    return was !== undefined && opens(was, before);
  });
  return redirects.length > 0 ? { kind: 'redirects', from: redirects } : null;
}

/** Whether the menu shows the page on which it is changed: without it nobody could bring anything back. */
export function hasWayBack(items: readonly MenuItem[]): boolean {
  return items.some((item) => {
    const parent = items.find(({ id }) => id === item.parent_id);
    const isShown = !item.is_hidden && parent?.is_hidden !== true;
    return item.component_path === MENUS_PAGE && isShown && item.redirect === null && !isExternalAddress(item.url_name);
  });
}

import { isExternalAddress } from './menuAddress.ts';
import type { MenuItem } from './MenuItem.ts';
import { opens } from './redirects.ts';

/** Damage that a change would do elsewhere in the menu. `redirects` are entries that would no longer lead anywhere. */
type MenuLoss<Item> = { kind: 'wayBack' } | { kind: 'redirects'; from: readonly Item[] };

/** The page that edits the menu. */
const MENUS_PAGE = 'menus';

/** @param after the menu in which redirects already follow changed addresses */
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

/** True if the menu shows the page that edits it. Without that page, nobody could restore anything. */
function hasWayBack(items: readonly MenuItem[]): boolean {
  return items.some((item) => {
    const parent = items.find(({ id }) => id === item.parent_id);
    const isShown = !item.is_hidden && parent?.is_hidden !== true;
    return item.component_path === MENUS_PAGE && isShown && item.redirect === null && !isExternalAddress(item.url_name);
  });
}

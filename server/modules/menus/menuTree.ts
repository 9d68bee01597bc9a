import type { MenuEntry, MenuTree } from '#shared/contract/session.ts';
import type { Label } from '#shared/i18n/label.ts';
import { isExternalAddress, isOtherSite } from '#shared/menus/menuAddress.ts';
import type { MenuItem } from '#shared/menus/MenuItem.ts';
import { leadsSomewhere } from '#shared/menus/redirects.ts';

export interface MenuRow extends MenuItem {
  title: Label;
  icon: string | null;
}

/**
 * The tree that a user sees: pages that need a permission the user lacks are left out, and so is an entry of which
 * nothing remains. A redirect to what is left out is none. Each page carries the permissions that the user holds on it.
 *
 * @param rows a tenant's rows in the order of `position`
 * @param permissionToOpen of a component; null for one that anybody may see
 * @param askedBy permissions that decide what a component's page shows, beside those that begin with its name
 */
export function menuTree(
  rows: MenuRow[],
  permissions: ReadonlySet<string>,
  permissionToOpen: (componentPath: string) => string | null,
  askedBy: (componentPath: string) => readonly string[] = () => [],
): MenuTree {
  const held = ({ component_path: component }: MenuRow) => {
    if (component === null) return [];
    const asked = askedBy(component);
    return [...permissions].filter((key) => key.startsWith(`${component}.`) || asked.includes(key));
  };
  const allowed = (row: MenuRow) => {
    const needed = row.component_path === null ? null : permissionToOpen(row.component_path);
    return needed === null || permissions.has(needed);
  };
  const visible = rows.filter((row) => allowed(row) && (row.parent_id === null || isIn(rows.filter(allowed), row)));
  const mended = visible.map((row) => (leads(row, visible) ? row : { ...row, redirect: null }));
  const below = (id: string) => mended.filter((row) => row.parent_id === id && showsItself(row));
  return mended
    .filter((row) => row.parent_id === null && (showsItself(row) || below(row.id).length > 0))
    .map((row): MenuEntry => {
      return { ...page(row, held(row)), children: below(row.id).map((child) => page(child, held(child))) };
    });
}

const isIn = (rows: readonly MenuRow[], { parent_id }: MenuRow) => rows.some(({ id }) => id === parent_id);

function leads({ redirect }: MenuRow, rows: readonly MenuRow[]): boolean {
  return redirect === null || isOtherSite(redirect) || leadsSomewhere(redirect, rows);
}

/** Whether there is something at its address, apart from what lies below. */
function showsItself({ component_path, url_name, redirect }: MenuRow): boolean {
  return component_path !== null || redirect !== null || isExternalAddress(url_name);
}

function page(row: MenuRow, permissions: string[]): MenuEntry {
  return {
    id: row.id,
    url_name: row.url_name,
    component_path: row.component_path,
    title: row.title,
    icon: row.icon,
    index: row.position,
    redirect: row.redirect,
    is_hidden: row.is_hidden ? 1 : 0,
    permissions,
  };
}

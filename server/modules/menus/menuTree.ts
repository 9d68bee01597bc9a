import type { MenuEntry, MenuTree } from '#shared/contract/session.ts';
import type { Label } from '@merchant-console/declaration';
import { isExternalAddress, isOtherSite } from '#shared/menus/menuAddress.ts';
import type { MenuItem } from '#shared/menus/MenuItem.ts';
import { opensPage } from '#shared/menus/redirects.ts';

export interface MenuRow extends MenuItem {
  title: Label;
  icon: string | null;
}

/**
 * The menu tree of a user: without pages whose permission the user lacks, without entries that become empty, and
 * without redirects to omitted pages. Each page carries the user's permissions on it.
 *
 * @param rows a tenant's rows ordered by `position`
 * @param permissionToOpen permission of a component; null if it is open to all
 * @param askedBy additional permissions that affect a component's page, besides those named after it
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
  return redirect === null || isOtherSite(redirect) || opensPage(redirect, rows);
}

/** True if the entry's own address shows something, apart from its children. */
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

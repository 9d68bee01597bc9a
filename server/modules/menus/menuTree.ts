import type { MenuEntry, MenuPage, MenuTree } from '#shared/contract/session.ts';
import type { Label } from '#shared/i18n/label.ts';

export interface MenuRow {
  id: string;
  parent_id: string | null;
  url_name: string;
  component_path: string | null;
  title: Label;
  icon: string | null;
  position: number;
  redirect: string | null;
  is_hidden: boolean;
}

/**
 * The tree that a user sees: pages that need a permission the user lacks are left out, and so is an entry of which
 * nothing remains. Each page carries the permissions that the user holds on it.
 *
 * @param rows a tenant's rows in the order of `position`
 * @param permissionToOpen of a component; null for one that anybody may see
 */
export function menuTree(
  rows: MenuRow[],
  permissions: ReadonlySet<string>,
  permissionToOpen: (componentPath: string) => string | null,
): MenuTree {
  const allowed = (row: MenuRow) => {
    const needed = row.component_path === null ? null : permissionToOpen(row.component_path);
    return needed === null || permissions.has(needed);
  };
  return rows
    .filter((row) => row.parent_id === null && allowed(row))
    .map((row): MenuEntry => {
      const children = rows.filter((child) => child.parent_id === row.id && allowed(child));
      return { ...page(row, permissions), children: children.map((child) => page(child, permissions)) };
    })
    .filter((entry) => entry.component_path !== null || (entry.children ?? []).length > 0);
}

function page(row: MenuRow, permissions: ReadonlySet<string>): MenuPage {
  const prefix = `${row.component_path ?? ''}.`;
  return {
    id: row.id,
    url_name: row.url_name,
    component_path: row.component_path,
    title: row.title,
    icon: row.icon,
    index: row.position,
    redirect: row.redirect,
    is_hidden: row.is_hidden ? 1 : 0,
    permissions: [...permissions].filter((key) => key.startsWith(prefix)),
  };
}

import type { MenuTree } from '#shared/contract/session.ts';
import type { Db } from '#server/db/connect.ts';
import { menuTree } from './menuTree.ts';

export interface MenusOptions {
  db: Db;
  /** The permission without which a component is not shown; null for one that anybody may see. */
  permissionToOpen: (componentPath: string) => string | null;
}

export function createMenusService({ db, permissionToOpen }: MenusOptions) {
  /** A tenant's menu as the holder of `permissions` sees it. */
  async function menuFor(merchantId: string, permissions: ReadonlySet<string>): Promise<MenuTree> {
    const rows = await db.kysely
      .selectFrom('menus')
      .where('merchant_id', '=', merchantId)
      .orderBy('position')
      .orderBy('id')
      .select(['id', 'parent_id', 'url_name', 'component_path', 'title', 'icon', 'position', 'redirect', 'is_hidden'])
      .execute();
    return menuTree(rows, permissions, permissionToOpen);
  }

  return { menuFor };
}

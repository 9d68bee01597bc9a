import type { MenuTree } from '#shared/contract/session.ts';
import type { Db } from '#server/db/connect.ts';
import { menuTree } from './menuTree.ts';

export function createMenusService(db: Db) {
  /** A tenant's menu as the holder of `permissions` sees it. */
  async function menuFor(merchantId: string, permissions: ReadonlySet<string>): Promise<MenuTree> {
    const rows = await db.kysely
      .selectFrom('menus')
      .where('merchant_id', '=', merchantId)
      .orderBy('position')
      .orderBy('id')
      .select(['id', 'parent_id', 'url_name', 'component_path', 'title', 'icon', 'position', 'redirect', 'is_hidden'])
      .execute();
    return menuTree(rows, permissions);
  }

  return { menuFor };
}

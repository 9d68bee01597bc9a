import type { Selectable, Transaction } from 'kysely';
import { insertRows } from '#server/db/insertRows.ts';
import type { Database, MenusTable } from '#server/db/schema.ts';
import type { TenantType } from './entitlements.ts';
import { MENU_TEMPLATES, type MenuPageTemplate } from './menuTemplates.ts';

export const OWNER_ROLE = 'Owner';

interface NewTenant {
  merchantId: string;
  type: TenantType;
  at: Date;
  newId: (at: Date) => string;
}

/**
 * Gives a tenant its owner role and its menu; a tenant that has an owner role is left as it is.
 *
 * @returns id of the owner role
 */
export async function createTenantAccess(tx: Transaction<Database>, tenant: NewTenant): Promise<string> {
  const { merchantId, at, newId } = tenant;
  const existing = await tx
    .selectFrom('roles')
    .where('merchant_id', '=', merchantId)
    .where('is_owner', '=', true)
    .select('id')
    .executeTakeFirst();
  if (existing) return existing.id;
  const role = { merchant_id: merchantId, id: newId(at), name: OWNER_ROLE, description: null, is_owner: true };
  await insertRows(tx, 'roles', [{ ...role, created_at: at, updated_at: at }]);
  await insertRows(tx, 'menus', menuRows(tenant));
  return role.id;
}

type MenuRow = Selectable<MenusTable>;

function menuRows({ merchantId, type, at, newId }: NewTenant): MenuRow[] {
  const row = (page: MenuPageTemplate, index: number, parentId: string | null, redirect: string | null): MenuRow => ({
    merchant_id: merchantId,
    id: newId(at),
    parent_id: parentId,
    url_name: page.urlName,
    component_path: page.componentPath,
    title: page.title,
    icon: page.icon,
    position: index + 1,
    redirect,
    is_hidden: page.isHidden === true,
    revision: 1,
    created_at: at,
    updated_at: at,
  });
  return MENU_TEMPLATES[type].flatMap((entry, index) => {
    const parent = row(entry, index, null, entry.redirect);
    return [parent, ...entry.pages.map((page, place) => row(page, place, parent.id, null))];
  });
}

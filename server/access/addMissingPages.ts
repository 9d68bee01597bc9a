import type { Selectable, Transaction } from 'kysely';
import { insertRows } from '#server/db/insertRows.ts';
import type { Database, MenusTable } from '#server/db/schema.ts';
import type { TenantType } from './entitlements.ts';
import { MENU_TEMPLATES, type MenuPageTemplate } from './menuTemplates.ts';

/** The tenant whose menu it is, and when and under which ids entries are added. */
export interface MenuOwner {
  merchantId: string;
  type: TenantType;
  at: Date;
  newId: (at: Date) => string;
}

type MenuRow = Selectable<MenusTable>;

/** Adds those entries of the tenant's template that its menu lacks; all of them to an empty one. */
export async function addMissingPages(tx: Transaction<Database>, owner: MenuOwner): Promise<void> {
  const present = await tx.selectFrom('menus').where('merchant_id', '=', owner.merchantId).selectAll().execute();
  await insertRows(tx, 'menus', missingRows(owner, present));
}

function missingRows({ merchantId, type, at, newId }: MenuOwner, present: readonly MenuRow[]): MenuRow[] {
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
    const known = present.find((one) => one.parent_id === null && one.url_name === entry.urlName);
    const parent = known ?? row(entry, index, null, entry.redirect);
    const lacked = entry.pages.map((page, place) => row(page, place, parent.id, null)).filter(isNew(present));
    return known ? lacked : [parent, ...lacked];
  });
}

/** A page counts as there wherever somebody has moved it. */
const isNew = (present: readonly MenuRow[]) => (page: MenuRow) =>
  !present.some((one) => one.component_path === page.component_path);

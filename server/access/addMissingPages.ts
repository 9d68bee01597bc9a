import type { Selectable } from 'kysely';
import { addressOf } from '#shared/menus/menuAddress.ts';
import { opensPage } from '#shared/menus/redirects.ts';
import { insertRows } from '#server/db/rows.ts';
import type { MenusTable, Tx } from '#server/db/schema.ts';
import type { TenantType } from './entitlements.ts';
import { MENU_TEMPLATES, type MenuEntryTemplate, type MenuPageTemplate } from './menuTemplates.ts';

/** The tenant, the time, and the generator of IDs for new menu entries. */
export interface MenuOwner {
  merchantId: string;
  type: TenantType;
  at: Date;
  newId: (at: Date) => string;
}

type MenuTableRow = Selectable<MenusTable>;

/** Adds the entries of the tenant's template that its menu lacks. @returns the added rows */
export async function addMissingPages(tx: Tx, owner: MenuOwner): Promise<MenuTableRow[]> {
  const present = await tx.selectFrom('menus').where('merchant_id', '=', owner.merchantId).selectAll().execute();
  const { rows } = missingPages(owner, present);
  await insertRows(tx, 'menus', rows);
  return rows;
}

/**
 * Returns the template's entries that the menu lacks. A page counts as present wherever the tenant has moved it; a
 * group counts as missing only if one of its pages is.
 * @returns the rows to add, and the existing rows whose URL names collide with them
 */
export function missingPages(
  owner: MenuOwner,
  present: readonly MenuTableRow[],
): { rows: MenuTableRow[]; taken: MenuTableRow[] } {
  const rows: MenuTableRow[] = [];
  const taken: MenuTableRow[] = [];
  const isShown = ({ componentPath }: MenuPageTemplate) =>
    present.some(({ component_path }) => component_path === componentPath);
  for (const [index, entry] of MENU_TEMPLATES[owner.type].entries()) {
    const inUse = [...present, ...rows];
    const addresses = new Set(inUse.map((row) => addressOf(row, inUse)));
    const known = present.find((row) => row.parent_id === null && addressOf(row, []) === `/${entry.urlName}`);
    const parent = known ?? rowOf(owner, entry, index, null);
    const pages = entry.pages.flatMap((page, at) => (isShown(page) ? [] : [rowOf(owner, page, at, parent.id)]));
    const isLacked = !known && (entry.componentPath === null ? pages.length > 0 : !isShown(entry));
    const isBlocked = isLacked && addresses.has(addressOf(parent, []));
    const lacked = isLacked ? [parent, ...pages] : pages;
    const [blocked, free] = partition(lacked, (row) => isBlocked || addresses.has(addressOf(row, [parent])));
    rows.push(
      ...free.map((row) => (row === parent ? { ...row, redirect: redirectOf(entry, [...inUse, ...free]) } : row)),
    );
    taken.push(...blocked);
  }
  return { rows, taken };
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** The redirect, or null if it leads to a page that the menu doesn't have. */
function redirectOf({ redirect }: MenuEntryTemplate, rows: readonly MenuTableRow[]): string | null {
  return redirect !== null && opensPage(redirect, rows) ? redirect : null;
}

function rowOf(
  { merchantId, at, newId }: MenuOwner,
  page: MenuPageTemplate,
  index: number,
  parentId: string | null,
): MenuTableRow {
  return {
    merchant_id: merchantId,
    id: newId(at),
    parent_id: parentId,
    url_name: page.urlName,
    component_path: page.componentPath,
    title: page.title,
    icon: page.icon,
    position: index + 1,
    redirect: null,
    is_hidden: page.isHidden === true,
    revision: 1,
    created_at: at,
    updated_at: at,
  };
}

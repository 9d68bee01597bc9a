import { v7 as uuidv7 } from 'uuid';
import { foldedName } from '@merchant-console/declaration';
import type { CallSide } from '#shared/contract/call.ts';
import type { MenuOutline, MissingPage } from '#shared/contract/menus.ts';
import type { MenuEntry, MenuTree } from '#shared/contract/session.ts';
import { addressOf } from '#shared/menus/menuAddress.ts';
import { addMissingPages, missingPages, type MenuOwner } from '#server/access/addMissingPages.ts';
import { namedTenant, roleNames, tenantType } from '#server/access/rightsOf.ts';
import { recordAudits } from '#server/audit/recordAudit.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { lockTenant } from '#server/db/tenants.ts';
import type { Session } from '#server/http/session.ts';
import type { Actor } from '#server/resources/RecordSource.ts';
import type { MenusBackendOptions } from './keepMenu.ts';
import { menuTree } from './menuTree.ts';

interface MenusOptions extends Pick<MenusBackendOptions, 'offeredPages'> {
  db: Db;
  clock: Clock;
  /** Permission that a component needs; null if it is open to all. */
  permissionToOpen: (componentPath: string) => string | null;
  /** The side on which a component's page exists; undefined for both. */
  sideOf: (componentPath: string) => CallSide | undefined;
  /** The icon that a component's declaration names, or null. */
  iconOf: (componentPath: string) => string | null;
  /** Permissions that affect a component's page, including those of other resources. */
  permissionsAskedBy: (componentPath: string) => readonly string[];
  /** Names of the roles whose first page a component's page is. */
  firstPageOf: (componentPath: string) => readonly string[];
}

/** The session that a menu is for. */
type MenuViewer = Pick<Session, 'userId' | 'isTest' | 'preview'>;

export type Menus = ReturnType<typeof createMenusService>;

export function createMenusService(options: MenusOptions) {
  const { db, clock, permissionToOpen, permissionsAskedBy, firstPageOf, sideOf, iconOf, offeredPages } = options;
  /**
   * A tenant's menu as seen with `permissions`.
   * @param viewer decides on the side and the first page; if absent, the menu has the pages of both sides, and no first page
   */
  async function menuFor(merchantId: string, permissions: ReadonlySet<string>, viewer?: MenuViewer): Promise<MenuTree> {
    const on = viewer?.isTest ? 'test' : 'live';
    const isOnSide = ({ component_path: page }: { component_path: string | null }) => {
      const side = page === null ? undefined : sideOf(page);
      return viewer === undefined || side === undefined || side === 'both' || side === on;
    };
    const rows = (await rowsOf(merchantId)).filter(isOnSide);
    const withIcons = rows.map((row) => ({
      ...row,
      icon: row.icon ?? (row.component_path === null ? null : iconOf(row.component_path)),
    }));
    const tree = menuTree(withIcons, permissions, permissionToOpen, permissionsAskedBy);
    return viewer ? withFirstPage(tree, merchantId, viewer) : tree;
  }

  /** Marks the first entry of the menu that is the first page of one of the user's roles. */
  async function withFirstPage(tree: MenuTree, merchantId: string, viewer: MenuViewer): Promise<MenuTree> {
    const entries = tree.flatMap((entry) => [entry, ...(entry.children ?? [])]);
    const named = entries.map((entry) => ({ entry, roles: firstPageOf(entry.component_path ?? '').map(foldedName) }));
    if (named.every(({ roles }) => roles.length === 0)) return tree;
    const held = (await rolesOf(merchantId, viewer)).map(foldedName);
    const first = named.find(({ roles }) => roles.some((role) => held.includes(role)))?.entry;
    const marked = (entry: MenuEntry): MenuEntry => ({
      ...entry,
      ...(entry === first && { is_first: 1 }),
      ...(entry.children && { children: entry.children.map(marked) }),
    });
    return tree.map(marked);
  }

  /** Names of the roles whose permissions the menu shows. */
  async function rolesOf(merchantId: string, { userId, preview }: MenuViewer): Promise<string[]> {
    return preview ? [preview.roleName ?? ''] : roleNames(db.kysely, merchantId, userId);
  }

  /** The whole menu, and the pages that its entries can show. */
  async function outline(merchantId: string): Promise<MenuOutline> {
    const pages = [...offeredPages(await namedTenant(db.kysely, merchantId))];
    return { entries: await rowsOf(merchantId), pages };
  }

  /** Pages of the product's menu that the tenant's lacks. */
  async function missing(merchantId: string): Promise<MissingPage[]> {
    const present = await db.kysely.selectFrom('menus').where('merchant_id', '=', merchantId).selectAll().execute();
    const { rows, taken } = missingPages(await ownerOf(merchantId), present);
    const all = [...present, ...rows, ...taken];
    return [...rows, ...taken].map((row) => ({
      component_path: row.component_path,
      title: row.title,
      icon: row.icon,
      address: addressOf(row, all),
      is_taken: taken.includes(row),
    }));
  }

  /** Adds the missing pages whose addresses are free. */
  async function addMissing(actor: Actor): Promise<{ added: number }> {
    const owner = await ownerOf(actor.merchantId);
    const rows = await db.transaction(async (tx) => {
      await lockTenant(tx, actor.merchantId);
      const added = await addMissingPages(tx, owner);
      const events = added.map(({ id, title, component_path, parent_id, url_name, is_hidden }) => ({
        actor,
        at: owner.at,
        recordId: id,
        action: 'menus.create',
        after: { title, url_name, component_path, parent_id, is_hidden },
      }));
      await recordAudits(tx, events);
      return added;
    });
    return { added: rows.length };
  }

  async function ownerOf(merchantId: string): Promise<MenuOwner> {
    const newId = (at: Date) => uuidv7({ msecs: at.getTime() });
    return { merchantId, type: await tenantType(db.kysely, merchantId), at: clock.now(), newId };
  }

  function rowsOf(merchantId: string) {
    return db.kysely
      .selectFrom('menus')
      .where('merchant_id', '=', merchantId)
      .orderBy('position')
      .orderBy('id')
      .select(['id', 'parent_id', 'url_name', 'component_path', 'title', 'icon', 'position', 'redirect', 'is_hidden'])
      .select('revision')
      .execute();
  }

  return { menuFor, outline, missing, addMissing };
}

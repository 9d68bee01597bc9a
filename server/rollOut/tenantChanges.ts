import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { foldedName } from '@merchant-console/declaration';
import { entryProblems } from '#shared/menus/entryProblems.ts';
import { addressOf } from '#shared/menus/menuAddress.ts';
import type { MenusTable, RolledOutGrantsTable, RolledOutPagesTable } from '#server/db/schema.ts';
import type { Wanted, WantedPage } from './wantedRollOut.ts';

export type MenuRow = Selectable<MenusTable>;
type PageRecord = Selectable<RolledOutPagesTable>;
type GrantRecord = Selectable<RolledOutGrantsTable>;

/** Menu and roles of a tenant, with what was added to them before. */
export interface TenantState {
  merchantId: string;
  menu: readonly MenuRow[];
  roles: readonly { id: string; name: string; revision: number; isOwner: boolean; permissions: readonly string[] }[];
  pages: readonly PageRecord[];
  grants: readonly GrantRecord[];
}

/** What brings a tenant in line with the declarations. */
export interface TenantChanges {
  /** New and changed menu entries, and those to delete, each with the resource that it is for. */
  entries: { name: string; row: MenuRow; isNew: boolean }[];
  removed: { name: string; row: MenuRow }[];
  /** Resources whose entry has no place in the menu. */
  blocked: string[];
  granted: { name: string; roleId: string; permission: string }[];
  revoked: { name: string; roleId: string; permission: string }[];
  /** Roles that a declaration names and the tenant doesn't have. */
  unknownRoles: { name: string; role: string }[];
  addedPages: PageRecord[];
  forgottenPages: PageRecord[];
  addedGrants: GrantRecord[];
  forgottenGrants: GrantRecord[];
}

interface Making {
  at: Date;
  newId: () => string;
}

/** Compares a tenant with what is wanted of it. Has no side effects. */
export function tenantChanges(state: TenantState, wanted: Wanted, making: Making): TenantChanges {
  return { ...pageChanges(state, wanted, making), ...grantChanges(state, wanted, making) };
}

type PageChanges = Pick<TenantChanges, 'entries' | 'removed' | 'blocked' | 'addedPages' | 'forgottenPages'>;

function pageChanges(state: TenantState, wanted: Wanted, making: Making): PageChanges {
  const menu = createChangingMenu(state, making);
  for (const known of state.pages) {
    const isWanted = wanted.pages.some(({ name, menu: place }) => name === known.page && place !== null);
    if (isAddress(known.page) || isWanted || wanted.standingOf(known.page) === 'undecided') continue;
    menu.remove(known);
  }
  for (const page of wanted.pages) {
    if (page.menu) menu.place(page, page.menu);
  }
  for (const known of state.pages.filter(({ page }) => isAddress(page))) {
    if (!menu.hasEntriesBelow(known)) menu.remove(known);
  }
  return menu.changes;
}

type Place = NonNullable<WantedPage['menu']>;

/** A tenant's menu as it is after the changes so far. */
function createChangingMenu({ merchantId, menu, pages }: TenantState, { at, newId }: Making) {
  const changes: PageChanges = { entries: [], removed: [], blocked: [], addedPages: [], forgottenPages: [] };
  let rows = [...menu];

  function remove(known: PageRecord): void {
    const row = rows.find(({ id }) => id === known.menu_id);
    // A deleted entry stays recorded, so that it doesn't come back.
    if (!row && known.menu_id !== null) return;
    changes.forgottenPages.push(known);
    if (!row) return;
    const isAbove = rows.some(({ parent_id }) => parent_id === row.id);
    const left = { ...row, component_path: null, revision: row.revision + 1, updated_at: at };
    if (isAbove) changes.entries.push({ name: known.page, row: left, isNew: false });
    else changes.removed.push({ name: known.page, row });
    rows = rows.flatMap((one) => (one.id !== row.id ? [one] : isAbove ? [left] : []));
  }

  /** Adds or updates the entry of a page, unless the tenant has changed or deleted it. */
  function place(page: WantedPage, wanted: Place): void {
    const { name } = page;
    const known = pages.find((one) => one.page === name);
    const own = known && rows.find(({ id, revision }) => id === known.menu_id && revision === 1);
    if (known && !own) return;
    if (!known && rows.some(({ component_path }) => component_path === name)) {
      record(name, null);
      return;
    }
    const { parent, made } = parentFor(wanted);
    const row = entryOf(page, wanted, parent, own);
    if (own && isDeepStrictEqual(own, row)) return;
    const others = rows.filter(({ id }) => id !== own?.id);
    const added = made ? [made, row] : [row];
    const hasNoPlace = parent === null && wanted.under !== null;
    if (hasNoPlace || added.some((one) => hasProblems(one, [...others, ...added]))) {
      changes.blocked.push(name);
      return;
    }
    if (made && wanted.under !== null) add(name, wanted.under, made);
    if (!own) {
      add(name, name, row);
      return;
    }
    rows = [...rows.filter(({ id }) => id !== row.id), row];
    changes.entries.push({ name, row, isNew: false });
  }

  /** The entry above a page: an existing one or, if the declaration says so, a new one. Null at the top, or if there is none. */
  function parentFor({ under, made }: Place): { parent: MenuRow | null; made: MenuRow | null } {
    if (under === null) return { parent: null, made: null };
    const above = rows.find((row) => row.parent_id === null && addressOf(row, []) === under);
    if (above || !made) return { parent: above ?? null, made: null };
    const position = lastIn(rows, null) + 1;
    const row = { ...emptyRow(merchantId, newId(), at), ...made, url_name: under, position };
    return { parent: row, made: row };
  }

  function entryOf({ name, title }: WantedPage, wanted: Place, parent: MenuRow | null, own?: MenuRow): MenuRow {
    const parent_id = parent?.id ?? null;
    const others = rows.filter(({ id }) => id !== own?.id);
    return {
      ...(own ?? emptyRow(merchantId, newId(), at)),
      parent_id,
      url_name: name.replaceAll('_', '-'),
      component_path: name,
      title,
      icon: wanted.icon,
      position: wanted.order ?? own?.position ?? lastIn(others, parent_id) + 1,
    };
  }

  /** Adds an entry for a resource, and records it as that of a page or address. */
  function add(name: string, page: string, row: MenuRow): void {
    rows.push(row);
    changes.entries.push({ name, row, isNew: true });
    record(page, row.id);
  }

  function record(page: string, menu_id: string | null): void {
    changes.addedPages.push({ merchant_id: merchantId, page, menu_id, created_at: at });
  }

  return {
    changes,
    remove,
    place,
    hasEntriesBelow: ({ menu_id }: PageRecord) => rows.some(({ parent_id }) => parent_id === menu_id),
  };
}

function hasProblems(row: MenuRow, menu: readonly MenuRow[]): boolean {
  return Object.keys(entryProblems(row, menu, () => true)).length > 0;
}

const isAddress = (page: string) => page.startsWith('/');

function lastIn(rows: readonly MenuRow[], parentId: string | null): number {
  return Math.max(0, ...rows.filter(({ parent_id }) => parent_id === parentId).map(({ position }) => position));
}

function emptyRow(merchantId: string, id: string, at: Date): MenuRow {
  const place = { parent_id: null, url_name: '', component_path: null, redirect: null, position: 1, is_hidden: false };
  return { merchant_id: merchantId, id, ...place, title: '', icon: null, revision: 1, created_at: at, updated_at: at };
}

type GrantChanges = Pick<TenantChanges, 'granted' | 'revoked' | 'unknownRoles' | 'addedGrants' | 'forgottenGrants'>;

function grantChanges({ merchantId, roles, grants }: TenantState, wanted: Wanted, { at }: Making): GrantChanges {
  const changes: GrantChanges = { granted: [], revoked: [], unknownRoles: [], addedGrants: [], forgottenGrants: [] };
  const asked = wanted.pages.flatMap(grantsOf);
  const held = new Map(roles.map(({ id, permissions }) => [id, new Set(permissions)]));
  const isSame = (one: Asked, known: GrantRecord) =>
    one.name === known.resource && one.role === known.role && one.permission === known.permission;

  for (const known of grants) {
    if (asked.some((one) => isSame(one, known)) || wanted.standingOf(known.resource) !== 'served') continue;
    const { role_id: roleId, permission, resource: name } = known;
    const isHeld = roleId !== null && held.get(roleId)?.has(permission) === true;
    // A permission that the tenant has taken away stays recorded, so that it doesn't come back.
    if (roleId !== null && held.has(roleId) && !isHeld) continue;
    changes.forgottenGrants.push(known);
    const isKept = grants.some((one) => one !== known && one.role_id === roleId && one.permission === permission);
    if (isHeld && known.is_added && !isKept) changes.revoked.push({ name, roleId, permission });
  }
  for (const one of asked) {
    if (grants.some((known) => isSame(one, known))) continue;
    const role = roles.find((any) => foldedName(any.name) === one.role);
    const had = role !== undefined && (role.isOwner || held.get(role.id)?.has(one.permission) === true);
    const { name: resource, role: named, permission } = one;
    const record = {
      resource,
      role: named,
      permission,
      role_id: role?.id ?? null,
      is_added: role !== undefined && !had,
    };
    changes.addedGrants.push({ merchant_id: merchantId, ...record, created_at: at });
    if (!role) changes.unknownRoles.push({ name: resource, role: one.written });
    else if (!had) changes.granted.push({ name: resource, roleId: role.id, permission });
  }
  return changes;
}

interface Asked {
  name: string;
  /** Folded, as in the records. */
  role: string;
  written: string;
  permission: string;
}

function grantsOf({ name, grants }: WantedPage): Asked[] {
  const all = Object.entries(grants).flatMap(([written, keys]) =>
    keys.map((permission) => ({ name, role: foldedName(written), written, permission })),
  );
  return all.filter((one, at) => all.findIndex((o) => o.role === one.role && o.permission === one.permission) === at);
}

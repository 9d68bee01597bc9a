import { TEST_MODE, TRY_GATEWAY } from '#shared/contract/testMode.ts';
import type { PermissionGroup } from '#shared/contract/roles.ts';
import {
  isAddedByFile,
  isFor,
  permissionsOf,
  requirementsOf,
  type Resource,
  type TenantType,
} from '@merchant-console/declaration';
import type { PermissionRules } from '#shared/permissions/permissionRules.ts';
import type { DbOrTx } from '#server/db/schema.ts';

export type { TenantType } from '@merchant-console/declaration';

/** Permissions of the hand-written pages, which have no declaration. */
export const BUILT_IN_PERMISSIONS: Record<TenantType, readonly string[]> = {
  merchant: [
    'home.show',
    'menus.edit',
    'batch_transfers.submit',
    'base_info.show',
    'base_info.edit',
    'base_info.regenerate_key',
    'statements.show',
    'statements.export',
    TEST_MODE,
    TRY_GATEWAY,
  ],
  platform: ['home.show', 'menus.edit', 'menus.problems', 'declarations.edit', 'base_info.show', 'base_info.edit'],
};

/** Permissions of `BUILT_IN_PERMISSIONS` that are useless without another one. */
export const BUILT_IN_NEEDS: Readonly<Record<string, readonly string[]>> = {
  'base_info.edit': ['base_info.show'],
  'declarations.edit': ['menus.problems'],
  'base_info.regenerate_key': ['base_info.show'],
  'statements.export': ['statements.show'],
  [TRY_GATEWAY]: [TEST_MODE],
};

/**
 * Returns the permissions that users of a tenant can hold now. The owner role holds all of them.
 * @param tenant the tenant whose users, roles and menu apply, never a test side
 */
export type EntitledTo = (db: DbOrTx, tenant: { merchantId: string; type: TenantType }) => Promise<readonly string[]>;

/** A tenant as declarations name it. */
export interface NamedTenant {
  type: TenantType;
  merchantNo: string;
}

/** Permissions with the current resources. */
export interface Entitlements {
  /**
   * The resources that a file alone adds. So that a file alone gives nobody a right, a tenant has their permissions only
   * while its menu has an entry for them, shown or hidden.
   */
  pages: readonly string[];
  /** @param shown those of `pages` that the tenant's menu has */
  withPages: (tenant: NamedTenant, shown: readonly string[]) => readonly string[];
}

/** @param resources the current resources */
export function createEntitlements(resources: readonly Resource[]): Entitlements {
  const pages = resources.filter(isAddedByFile).map(({ name }) => name);
  const open = (shown: readonly string[], tenant?: NamedTenant) =>
    resources.filter(
      (one) => !pages.includes(one.name) || (shown.includes(one.name) && (!tenant || isFor(one, tenant))),
    );
  // Every authenticated call needs one of these two.
  const shipped = { merchant: entitlementsOf(open([]), 'merchant'), platform: entitlementsOf(open([]), 'platform') };
  return {
    pages,
    withPages: (tenant, shown) =>
      shown.length === 0 ? shipped[tenant.type] : entitlementsOf(open(shown, tenant), tenant.type),
  };
}

/** Which of `Entitlements.pages` the tenant's menu has. Without any, makes no query. */
export async function pagesInMenu(db: DbOrTx, merchantId: string, pages: readonly string[]): Promise<string[]> {
  if (pages.length === 0) return [];
  const rows = await db
    .selectFrom('menus')
    .where('merchant_id', '=', merchantId)
    .where('component_path', 'in', pages)
    .select('component_path')
    .execute();
  return rows.flatMap(({ component_path }) => component_path ?? []);
}

/**
 * All permissions that users of a tenant type can ever hold, whatever a tenant's menu has.
 * @param resources the current resources; a declaration that appears or disappears changes what can be granted
 */
export function entitlementsOf(resources: Iterable<Resource>, type: TenantType): readonly string[] {
  const declared = [...resources].filter(({ tenants }) => tenants.includes(type)).flatMap(knownPermissions);
  return [...new Set([...BUILT_IN_PERMISSIONS[type], ...declared])];
}

/** Each resource's permissions are computed once: authenticated calls need those of all. A changed one is a new object. */
const KNOWN = new WeakMap<Resource, readonly string[]>();

function knownPermissions(resource: Resource): readonly string[] {
  const known = KNOWN.get(resource) ?? permissionsOf(resource);
  KNOWN.set(resource, known);
  return known;
}

/** The permissions of `entitlementsOf`, grouped by subject, each key once. @param resources the current resources */
export function permissionCatalogue(resources: Iterable<Resource>, type: TenantType): PermissionGroup[] {
  const open = [...resources].filter(({ tenants }) => tenants.includes(type));
  const declared = open.flatMap(permissionsOf);
  const others = BUILT_IN_PERMISSIONS[type].filter((key) => !declared.includes(key));
  const grantable = new Set([...declared, ...others]);
  const groupOf = (resource: Resource): PermissionGroup => {
    const { name, label } = resource;
    const keys = [...permissionsOf(resource), ...others.filter((key) => subjectOf(key) === name)];
    const permissions = keys.map((key) => ({
      key,
      label: resource.actions.find((action) => action.permission === key && action.key === nameOf(key))?.label ?? null,
      needs: requirementsOf(resource, nameOf(key), (needed) => grantable.has(needed)),
    }));
    return { resource: name, label, permissions };
  };
  const undeclared = others.filter((key) => !open.some(({ name }) => name === subjectOf(key)));
  const builtIn = [...new Set(undeclared.map(subjectOf))].map((resource): PermissionGroup => {
    const keys = undeclared.filter((key) => subjectOf(key) === resource);
    return {
      resource,
      label: null,
      permissions: keys.map((key) => ({ key, label: null, needs: [...(BUILT_IN_NEEDS[key] ?? [])] })),
    };
  });
  return [...builtIn, ...open.map(groupOf)];
}

/** Which permissions need which others, from the groups of `permissionCatalogue`. */
export function rulesOf(groups: readonly PermissionGroup[]): PermissionRules {
  return new Map(groups.flatMap(({ permissions }) => permissions.map(({ key, needs }) => [key, needs] as const)));
}

/** `orders.export` → `orders` */
const subjectOf = (key: string) => key.slice(0, key.indexOf('.'));

const nameOf = (key: string) => key.slice(key.indexOf('.') + 1);

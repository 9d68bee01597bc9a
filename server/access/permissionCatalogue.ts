import type { PermissionGroup } from '#shared/contract/roles.ts';
import { permissionsOf, type Resource } from '#shared/declaration/resource.ts';
import type { PermissionRules } from '#shared/permissions/permissionRules.ts';
import { requirementsOf } from '#shared/permissions/requirementsOf.ts';
import { BUILT_IN_NEEDS, BUILT_IN_PERMISSIONS, type TenantType } from './entitlements.ts';

/**
 * All that users of a kind of tenant can be allowed to do, by what it is about: each key of `entitlementsOf` once.
 * @param resources those in use now
 */
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

/** What is of no use without what, as the groups say it. */
export function rulesOf(groups: readonly PermissionGroup[]): PermissionRules {
  return new Map(groups.flatMap(({ permissions }) => permissions.map(({ key, needs }) => [key, needs] as const)));
}

/** `orders.export` → `orders` */
const subjectOf = (key: string) => key.slice(0, key.indexOf('.'));
const nameOf = (key: string) => key.slice(key.indexOf('.') + 1);

import { isFor, type Label } from '@merchant-console/declaration';
import { entitlementsOf, type NamedTenant } from '#server/access/entitlements.ts';
import { templateTitle } from '#server/access/menuTemplates.ts';
import { BUILT_IN_PAGE_NAMES, permissionToOpen } from '#server/access/permissionToOpen.ts';
import type { RegistryState } from '#server/resources/registry/createRegistry.ts';

/** A page that a menu entry can show. */
export interface OfferedPage {
  component_path: string;
  title: Label;
  is_resource: boolean;
  /** The icon that its declaration names, or null. */
  icon: string | null;
  /** Permissions that users of the tenant can hold on it. */
  permissions: string[];
}

/** Pages that the menu of a tenant can contain now: those that its users can be allowed to open. */
export function offeredPages({ resources }: RegistryState, tenant: NamedTenant): OfferedPage[] {
  const { type } = tenant;
  const open = [...resources.values()].flatMap(({ resource }) => (isFor(resource, tenant) ? [resource] : []));
  const entitled = entitlementsOf(open, type);
  return [...new Set([...BUILT_IN_PAGE_NAMES, ...resources.keys()])].flatMap((name) => {
    const needed = permissionToOpen(name, (one) => resources.has(one));
    if (needed !== null && !entitled.includes(needed)) return [];
    const title = templateTitle(name, type) ?? resources.get(name)?.resource.label ?? name;
    const permissions = entitled.filter((key) => key === needed || key.startsWith(`${name}.`));
    return [
      {
        component_path: name,
        title,
        is_resource: resources.has(name),
        icon: resources.get(name)?.resource.icon ?? null,
        permissions,
      },
    ];
  });
}

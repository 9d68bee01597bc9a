import { entitlementsOf, type TenantType } from './access/entitlements.ts';
import { templateTitle } from './access/menuTemplates.ts';
import { BUILT_IN_PAGE_NAMES, permissionToOpen } from './access/permissionToOpen.ts';
import type { OfferedPage } from './modules/menus/OfferedPage.ts';
import type { RegistryState } from './resources/registry/createRegistry.ts';

/** Pages that the menu of a kind of tenant can have now: those that its users can be allowed to open. */
export function offeredPages({ resources }: RegistryState, type: TenantType): OfferedPage[] {
  const entitled = entitlementsOf(
    [...resources.values()].map(({ resource }) => resource),
    type,
  );
  return [...new Set([...BUILT_IN_PAGE_NAMES, ...resources.keys()])].flatMap((name) => {
    const needed = permissionToOpen(name, (one) => resources.has(one));
    if (needed !== null && !entitled.includes(needed)) return [];
    const title = templateTitle(name, type) ?? resources.get(name)?.resource.label ?? name;
    const permissions = entitled.filter((key) => key === needed || key.startsWith(`${name}.`));
    return [{ component_path: name, title, is_resource: resources.has(name), permissions }];
  });
}

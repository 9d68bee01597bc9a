import { permissionsOf, type Resource, type TenantType } from '#shared/declaration/resource.ts';

export type { TenantType } from '#shared/declaration/resource.ts';

/** Permissions of the pages that are written by hand and declare nothing. */
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
  ],
  platform: ['home.show', 'menus.edit', 'base_info.show', 'base_info.edit'],
};

/** Those of them that are of no use without another. */
export const BUILT_IN_NEEDS: Readonly<Record<string, readonly string[]>> = {
  'base_info.edit': ['base_info.show'],
  'base_info.regenerate_key': ['base_info.show'],
  'statements.export': ['statements.show'],
};

/**
 * All that users of a kind of tenant can ever be allowed to do; its owner role holds the whole of it.
 * @param resources those in use now: a declaration that comes or goes changes what can be granted
 */
export function entitlementsOf(resources: Iterable<Resource>, type: TenantType): readonly string[] {
  const declared = [...resources].filter(({ tenants }) => tenants.includes(type)).flatMap(permissionsOf);
  return [...new Set([...BUILT_IN_PERMISSIONS[type], ...declared])];
}

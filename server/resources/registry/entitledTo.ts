import { entitlementsOf, type TenantType } from '#server/access/entitlements.ts';
import type { RegistryState } from './createRegistry.ts';

/** By what the resources were, since each call of somebody who is signed in asks for it. */
const ENTITLED = new WeakMap<RegistryState['resources'], Map<TenantType, readonly string[]>>();

/** All that users of a kind of tenant can be allowed to do, as the resources are now. */
export function entitledTo({ resources }: RegistryState, type: TenantType): readonly string[] {
  const byType = ENTITLED.get(resources) ?? new Map<TenantType, readonly string[]>();
  ENTITLED.set(resources, byType);
  const known = byType.get(type);
  if (known) return known;
  const entitled = entitlementsOf(
    [...resources.values()].map(({ resource }) => resource),
    type,
  );
  byType.set(type, entitled);
  return entitled;
}

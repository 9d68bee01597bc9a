import { entitlementsOf, type TenantType } from '#server/access/entitlements.ts';
import type { RegistryState } from './createRegistry.ts';

/** Cached per state, because every authenticated call needs it. */
const ENTITLED = new WeakMap<RegistryState['resources'], Map<TenantType, readonly string[]>>();

/** All permissions that users of a tenant type can hold with the current resources. */
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

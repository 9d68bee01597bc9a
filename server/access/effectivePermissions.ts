import { ENTITLEMENTS, type TenantType } from './entitlements.ts';

/** What a user may do: the owner all that the tenant is entitled to, others what their roles grant of it. */
export function effectivePermissions(
  tenantType: TenantType,
  roles: { isOwner: boolean; granted: readonly string[] },
): ReadonlySet<string> {
  const entitled = ENTITLEMENTS[tenantType];
  return new Set(roles.isOwner ? entitled : entitled.filter((key) => roles.granted.includes(key)));
}

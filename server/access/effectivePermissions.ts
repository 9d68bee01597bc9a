/**
 * What a user may do: the owner all that the tenant is entitled to, others what their roles grant of it.
 * @param entitled see `entitlementsOf`
 */
export function effectivePermissions(
  entitled: readonly string[],
  roles: { isOwner: boolean; granted: readonly string[] },
): ReadonlySet<string> {
  if (roles.isOwner) return new Set(entitled);
  const granted = new Set(roles.granted);
  return new Set(entitled.filter((key) => granted.has(key)));
}

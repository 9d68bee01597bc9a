import type { AuthProvider } from 'react-admin';

/** The permission keys that getPermissions returns, as a list or a set, sorted. */
export async function permissionsHeld(authProvider: AuthProvider): Promise<string[]> {
  const permissions: Iterable<string> = (await authProvider.getPermissions?.({})) ?? [];
  return [...permissions].toSorted();
}

/** True if canAccess allows what a permission key (`orders.list`) stands for. */
export async function mayDo(authProvider: AuthProvider, permission: string): Promise<boolean> {
  const [resource = '', action = ''] = permission.split('.');
  return (await authProvider.canAccess?.({ resource, action })) ?? false;
}

/** What can be done with a resource that is only read; later actions add their own keys. */
export const READ_ACTIONS = ['list', 'show', 'export'] as const;

/** `orders`, `list` → `orders.list`, the form in which roles hold permissions. */
export function permissionKey(resource: string, action: string): string {
  return `${resource}.${action}`;
}

/** What can be done with the records of a resource, apart from its declared actions. */
export const OPERATIONS = ['list', 'show', 'create', 'edit', 'delete', 'export'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Reading a masked value in full. */
export const REVEAL = 'reveal';

/** `orders`, `list` → `orders.list`, the form in which roles hold permissions; a key with a dot is one already. */
export function permissionKey(resource: string, action: string): string {
  return action.includes('.') ? action : `${resource}.${action}`;
}

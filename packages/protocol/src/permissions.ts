/** Operations on the records of a resource, besides its declared actions. */
export const OPERATIONS = ['list', 'show', 'create', 'edit', 'delete', 'export'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Permission to read a masked value in full. */
export const REVEAL = 'reveal';

/** Permission to create and change records by a file. */
export const IMPORT = 'import';

/** `orders`, `list` → `orders.list`, the key that roles contain. Returns a key with a dot unchanged. */
export function permissionKey(resource: string, action: string): string {
  return action.includes('.') ? action : `${resource}.${action}`;
}

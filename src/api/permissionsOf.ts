import type { MenuEntry, MenuTree } from '#shared/contract/session.ts';

/** Every permission key (`orders.list`) that the menu tree grants, each once. */
export function permissionsOf(tree: MenuTree): string[] {
  return [...new Set(tree.flatMap(granted))];
}

function granted({ permissions = [], children = [] }: MenuEntry): string[] {
  return [...permissions, ...children.flatMap(granted)];
}

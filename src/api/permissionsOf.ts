import type { MenuTree } from '#shared/contract/session.ts';

/** Every permission key (`orders.list`) that the menu tree grants, each once. */
export function permissionsOf(tree: MenuTree): string[] {
  const pages = tree.flatMap((entry) => [entry, ...(entry.children ?? [])]);
  return [...new Set(pages.flatMap((page) => page.permissions ?? []))];
}

import type { MenuItem } from './MenuItem.ts';

/** The entries below one, or of the top level (null), in the order of the menu. */
export function childrenOf<Item extends MenuItem>(items: readonly Item[], parentId: string | null): Item[] {
  return items
    .filter(({ parent_id }) => parent_id === parentId)
    .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
}

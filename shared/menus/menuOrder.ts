import type { MenuItem } from './MenuItem.ts';

/** The children of an entry, or of the top level (null), in menu order. */
export function childrenOf<Item extends MenuItem>(items: readonly Item[], parentId: string | null): Item[] {
  return items
    .filter(({ parent_id }) => parent_id === parentId)
    .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
}

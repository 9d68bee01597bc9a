import type { MenuItem } from '#shared/menus/MenuItem.ts';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import type { MenuMove } from '#shared/menus/moveItem.ts';

/** Where over a row something is held: between it and a neighbour, or in it. */
export type DropSide = 'before' | 'after' | 'inside';

/** @param fraction how far down the row, from 0 to 1 */
export function dropSide(target: MenuItem, fraction: number): DropSide {
  // Nothing goes into a page of the second level.
  if (target.parent_id !== null) return fraction < 0.5 ? 'before' : 'after';
  if (fraction < 0.3) return 'before';
  return fraction > 0.7 ? 'after' : 'inside';
}

/** What letting an entry go over a row would do; null where it would change nothing. */
export function dropMove(
  items: readonly MenuItem[],
  id: string,
  { target, side }: { target: MenuItem; side: DropSide },
): MenuMove | null {
  if (target.id === id) return null;
  const inside = side === 'inside' ? target.id : target.parent_id;
  const others = childrenOf(items, inside).filter((item) => item.id !== id);
  const at = others.findIndex((item) => item.id === target.id);
  const position = side === 'inside' ? others.length + 1 : at + (side === 'before' ? 1 : 2);
  const moved = items.find((item) => item.id === id);
  const now = childrenOf(items, inside).findIndex((item) => item.id === id) + 1;
  return moved?.parent_id === inside && now === position ? null : { id, parent_id: inside, position };
}

import type { MenuItem } from './MenuItem.ts';
import { childrenOf } from './menuOrder.ts';

/** A move of an entry. `position` counts from 1 among the new siblings, without the entry itself. */
export interface MenuMove {
  id: string;
  parent_id: string | null;
  position: number;
}

/** The menu after a move, with the new siblings numbered from 1. A larger position means the end. */
export function moveItem<Item extends MenuItem>(items: readonly Item[], { id, parent_id, position }: MenuMove): Item[] {
  const moved = items.find((item) => item.id === id);
  if (!moved) return [...items];
  const others = childrenOf(items, parent_id).filter((item) => item !== moved);
  const order = others.toSpliced(Math.max(0, position - 1), 0, moved).map((item) => item.id);
  return items.map((item) => {
    const place = order.indexOf(item.id) + 1;
    if (place === 0) return item;
    return item.position === place && item.parent_id === parent_id ? item : { ...item, parent_id, position: place };
  });
}

export type MoveStep = 'up' | 'down' | 'in' | 'out';

/** The move for one step with the keyboard, or null if there is none in that direction. */
export function stepMove(items: readonly MenuItem[], id: string, step: MoveStep): MenuMove | null {
  const item = items.find((one) => one.id === id);
  if (!item) return null;
  const { parent_id } = item;
  const order = childrenOf(items, parent_id);
  const at = order.indexOf(item);
  if (step === 'up') return at === 0 ? null : { id, parent_id, position: at };
  if (step === 'down') return at === order.length - 1 ? null : { id, parent_id, position: at + 2 };
  if (step === 'in') {
    const above = parent_id === null ? order[at - 1] : undefined;
    return above ? { id, parent_id: above.id, position: childrenOf(items, above.id).length + 1 } : null;
  }
  const parent = items.find((one) => one.id === parent_id);
  return parent ? { id, parent_id: null, position: childrenOf(items, null).indexOf(parent) + 2 } : null;
}

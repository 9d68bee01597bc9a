import { useState, type DragEvent } from 'react';
import type { MenuOutlineEntry } from '#shared/contract/menus.ts';
import type { MenuItem } from '#shared/menus/MenuItem.ts';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import type { MenuMove } from '#shared/menus/moveItem.ts';
import type { TreeMoves } from './useTreeMoves.ts';

interface HeldOver {
  id: string;
  side: DropSide;
  /** Why it can't be let go here; null when it can. */
  obstacle: string | null;
}

export interface TreeDrag {
  /** The entry that is held. */
  held: string | null;
  over: HeldOver | null;
  /** What a row listens to. */
  handlers(entry: MenuOutlineEntry): {
    onDragStart(event: DragEvent): void;
    onDragOver(event: DragEvent): void;
    onDrop(event: DragEvent): void;
    onDragEnd(): void;
  };
}

/** Moves entries with the mouse. Where one can't be let go the browser shows so, and the row says why. */
export function useTreeDrag(entries: readonly MenuOutlineEntry[], moves: TreeMoves): TreeDrag {
  const [held, setHeld] = useState<string | null>(null);
  const [over, setOver] = useState<HeldOver | null>(null);
  const end = () => {
    setHeld(null);
    setOver(null);
  };
  const moveAt = (target: MenuOutlineEntry, event: DragEvent) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const side = dropSide(target, (event.clientY - top) / height);
    return { side, move: held === null ? null : dropMove(entries, held, { target, side }) };
  };
  return {
    held,
    over,
    handlers: (entry) => ({
      onDragStart(event) {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', entry.id);
        setHeld(entry.id);
      },
      onDragOver(event) {
        const { side, move } = moveAt(entry, event);
        const obstacle = move && moves.whyNot(move);
        if (move && obstacle === null) event.preventDefault();
        const next = move && { id: entry.id, side, obstacle };
        setOver((last) => (last?.id === next?.id && last?.side === next?.side ? last : next));
      },
      onDrop(event) {
        event.preventDefault();
        const { move } = moveAt(entry, event);
        if (move && held !== null) moves.move(held, move);
        end();
      },
      onDragEnd: end,
    }),
  };
}

/** Where over a row something is held: between it and a neighbour, or in it. */
type DropSide = 'before' | 'after' | 'inside';

/** @param fraction how far down the row, from 0 to 1 */
function dropSide(target: MenuItem, fraction: number): DropSide {
  // Nothing goes into a page of the second level.
  if (target.parent_id !== null) return fraction < 0.5 ? 'before' : 'after';
  if (fraction < 0.3) return 'before';
  return fraction > 0.7 ? 'after' : 'inside';
}

/** What letting an entry go over a row would do; null where it would change nothing. */
function dropMove(
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

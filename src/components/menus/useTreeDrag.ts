import { useState, type DragEvent } from 'react';
import type { MenuOutlineEntry } from '#shared/contract/menus.ts';
import { dropMove, dropSide, type DropSide } from './dropMove.ts';
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
    ...{ held, over },
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

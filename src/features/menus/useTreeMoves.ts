import { useLayoutEffect, useRef, useState, type DragEvent } from 'react';
import type { MenuOutlineEntry } from '#shared/contract/menus.ts';
import type { MenuItem } from '#shared/menus/MenuItem.ts';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import { moveItem, type MenuMove } from '#shared/menus/moveItem.ts';
import { moveObstacle } from '#shared/menus/moveObstacle.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { useSending } from '@merchant-console/ra-declared/internal';
import type { EntryNames } from './useEntryNames.ts';
import { useMoveEntry } from './useMenuOutline.ts';

export type TreeMoves = ReturnType<typeof useTreeMoves>;

/** ID of a row's move button. */
export const handleId = (id: string) => `move-${id}`;

/** Moves entries within the tree. The moved entry keeps the focus. */
export function useTreeMoves(entries: readonly MenuOutlineEntry[], names: EntryNames) {
  const { translate } = useFormatContext();
  const sending = useSending();
  const send = useMoveEntry();
  /** Result of the last move, announced to screen readers. */
  const [said, setSaid] = useState('');
  /** An entry that couldn't be moved, with the reason. */
  const [refused, setRefused] = useState<{ id: string; text: string } | null>(null);
  const follows = useRef<string | null>(null);

  useLayoutEffect(() => {
    // A row that gets another parent is remounted.
    if (follows.current === null) return;
    document.getElementById(handleId(follows.current))?.focus();
    follows.current = null;
  }, [entries]);

  /** Reason why a move isn't possible, or null. */
  const whyNot = (move: MenuMove) => {
    if (sending.isBlocked) return translate('form.offline');
    const obstacle = moveObstacle(entries, move);
    return obstacle && translate(`errors.${obstacle.key}`, obstacle.args);
  };
  const refuse = (id: string, text: string) => {
    setSaid(text);
    setRefused({ id, text });
  };
  return {
    said,
    refused,
    whyNot,
    /** Makes a move, or shows why it isn't possible. Null if there is no place in that direction. */
    move(id: string, move: MenuMove | null) {
      const text = move === null ? translate('menuEditor.nowhere') : whyNot(move);
      if (move === null || text !== null) return refuse(id, text ?? '');
      const after = childrenOf(moveItem(entries, move), move.parent_id);
      const place = { position: after.findIndex((one) => one.id === id) + 1, count: after.length };
      const parent = names.nameById(move.parent_id) || translate('menuEditor.top');
      setRefused(null);
      setSaid(translate('menuEditor.moved', { ...place, name: names.nameById(id), parent }));
      if (document.activeElement?.id === handleId(id)) follows.current = id;
      send(move);
    },
  };
}

interface HeldOver {
  id: string;
  side: DropSide;
  /** Reason why the entry can't be dropped here, or null. */
  obstacle: string | null;
}

export type TreeDrag = ReturnType<typeof useTreeDrag>;

/** Moves entries by dragging. Where an entry can't be dropped, the cursor shows it and the row says why. */
export function useTreeDrag(entries: readonly MenuOutlineEntry[], moves: TreeMoves) {
  /** ID of the dragged entry, or null. */
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
    /** Event handlers of a row. */
    handlers: (entry: MenuOutlineEntry) => ({
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', entry.id);
        setHeld(entry.id);
      },
      onDragOver(event: DragEvent) {
        const { side, move } = moveAt(entry, event);
        const obstacle = move && moves.whyNot(move);
        if (move && obstacle === null) event.preventDefault();
        const next = move && { id: entry.id, side, obstacle };
        setOver((last) => (last?.id === next?.id && last?.side === next?.side ? last : next));
      },
      onDrop(event: DragEvent) {
        event.preventDefault();
        const { move } = moveAt(entry, event);
        if (move && held !== null) moves.move(held, move);
        end();
      },
      onDragEnd: end,
    }),
  };
}

/** Drop position relative to a row: before, after or inside it. */
type DropSide = 'before' | 'after' | 'inside';

/** @param fraction vertical position within the row, from 0 to 1 */
function dropSide(target: MenuItem, fraction: number): DropSide {
  // An entry of the second level can't have children.
  if (target.parent_id !== null) return fraction < 0.5 ? 'before' : 'after';
  if (fraction < 0.3) return 'before';
  return fraction > 0.7 ? 'after' : 'inside';
}

/** The move for a drop on a row, or null if it would change nothing. */
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

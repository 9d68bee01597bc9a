import { useLayoutEffect, useRef, useState } from 'react';
import type { MenuOutlineEntry } from '#shared/contract/menus.ts';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import { moveItem, type MenuMove } from '#shared/menus/moveItem.ts';
import { moveObstacle } from '#shared/menus/moveObstacle.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useSending } from '#console/ui/useSending.tsx';
import type { EntryNames } from './useEntryNames.ts';
import { useMoveEntry } from './useMenuOutline.ts';

export interface TreeMoves {
  /** Result of the last move, announced to screen readers. */
  said: string;
  /** An entry that couldn't be moved, with the reason. */
  refused: { id: string; text: string } | null;
  /** Reason why a move isn't possible, or null. */
  whyNot(move: MenuMove): string | null;
  /** Makes a move, or shows why it isn't possible. Null if there is no place in that direction. */
  move(id: string, move: MenuMove | null): void;
}

/** ID of a row's move button. */
export const handleId = (id: string) => `move-${id}`;

/** Moves entries within the tree. The moved entry keeps the focus. */
export function useTreeMoves(entries: readonly MenuOutlineEntry[], names: EntryNames): TreeMoves {
  const { translate } = useFormatContext();
  const sending = useSending();
  const send = useMoveEntry();
  const [said, setSaid] = useState('');
  const [refused, setRefused] = useState<TreeMoves['refused']>(null);
  const follows = useRef<string | null>(null);

  useLayoutEffect(() => {
    // A row that gets another parent is remounted.
    if (follows.current === null) return;
    document.getElementById(handleId(follows.current))?.focus();
    follows.current = null;
  }, [entries]);

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
    move(id, move) {
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

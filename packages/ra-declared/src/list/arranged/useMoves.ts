import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { useDataProvider, type Identifier } from 'react-admin';
import type { MoveParams } from '@merchant-console/ra-provider';
import type { DeclaredDataProvider } from '../../DeclaredDataProvider.ts';
import type { ResourceView } from '../../ResourceView.ts';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { useMutationWithToast } from '../../ui/useMutationWithToast.ts';
import { useSending } from '../../ui/useSending.tsx';
import { dropMove, dropSide, stepMove, type ArrangedRow, type DropSide, type Step } from './arrangedRows.ts';

/** ID of a row's move button. */
export const handleId = (id: Identifier) => `move-${id}`;

const KEYS: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

interface MovesConfig {
  view: ResourceView;
  rows: readonly ArrangedRow[];
  nameOf(row: ArrangedRow): string;
  /** Opens the record that another one was moved into. */
  onOpen(id: Identifier): void;
}

/** Moves records by steps or by dragging. The moved record keeps the focus, and its new place is announced. */
export function useMoves({ view, rows, nameOf, onOpen }: MovesConfig) {
  const { resource } = view;
  const { name } = resource;
  const { translate } = useFormatContext();
  const dataProvider = useDataProvider<DeclaredDataProvider>();
  const queryClient = useQueryClient();
  const { isBlocked } = useSending();
  /** The last moved record, whose place is announced once the rows show it. */
  const moved = useRef<Identifier | null>(null);
  /** False after dragging, which doesn't move the focus. */
  const keepsFocus = useRef(false);
  const [said, setSaid] = useState('');
  const [held, setHeld] = useState<Identifier | null>(null);
  const [over, setOver] = useState<{ id: Identifier; side: DropSide } | null>(null);

  const sending = useMutationWithToast({
    mutationFn: (move: MoveParams) => dataProvider.moveRecord(name, move),
    onSuccess: (_, { id, parent }) => {
      moved.current = id;
      if (typeof parent === 'string' || typeof parent === 'number') onOpen(parent);
    },
    // After a refusal, the rows are no longer as they are shown.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [name] }),
  });
  useLayoutEffect(() => {
    const row = rows.find(({ record }) => record.id === moved.current);
    if (!row || sending.isPending) return;
    const { parent, at, count } = row;
    const above = rows.find(({ record }) => record.id === parent);
    const place = { name: nameOf(row), position: at + 1, count };
    setSaid(above ? translate('tree.moved_in', { ...place, parent: nameOf(above) }) : translate('tree.moved', place));
    // An element that changes its place loses the focus.
    if (keepsFocus.current) document.getElementById(handleId(row.record.id))?.focus();
    moved.current = null;
    // oxlint-disable-next-line react/exhaustive-deps -- it is about new rows only
  }, [rows, sending.isPending]);

  const moveOf = (row: ArrangedRow, step: Step) => stepMove(rows, row, step, resource);
  const move = (to: MoveParams | null, byStep: boolean) => {
    keepsFocus.current = byStep;
    if (isBlocked || to === null) return setSaid(translate(isBlocked ? 'form.offline' : 'tree.nowhere'));
    if (!sending.isPending) sending.mutate(to);
  };
  const targetOf = (event: DragEvent) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-index]') : null;
    const target = rows[Number(element?.dataset['index'] ?? -1)];
    if (!element || !target) return null;
    const { top, height } = element.getBoundingClientRect();
    const side = dropSide((event.clientY - top) / height, resource);
    return { target, side, move: held === null ? null : dropMove(rows, held, { target, side }) };
  };
  const end = () => {
    setHeld(null);
    setOver(null);
  };
  return {
    said,
    isSending: sending.isPending,
    held,
    over,
    canMove: ({ record }: ArrangedRow) => view.canEditRecord(record),
    /** The steps that a row can take. */
    stepsOf: (row: ArrangedRow) => Object.values(KEYS).filter((step) => moveOf(row, step) !== null),
    step: (row: ArrangedRow, step: Step) => move(moveOf(row, step), true),
    /** Moves a row by Alt with an arrow key. Returns true if the key was that. */
    onKey(row: ArrangedRow, event: KeyboardEvent): boolean {
      const step = KEYS[event.key];
      if (!event.altKey || step === undefined || !view.canEditRecord(row.record)) return false;
      event.preventDefault();
      move(moveOf(row, step), true);
      return true;
    },
    dragging: {
      onDragStart(event: DragEvent) {
        const target = targetOf(event)?.target;
        if (!target) return;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', nameOf(target));
        setHeld(target.record.id);
      },
      onDragOver(event: DragEvent) {
        const found = targetOf(event);
        if (found?.move) event.preventDefault();
        const next = found?.move ? { id: found.target.record.id, side: found.side } : null;
        setOver((last) => (last?.id === next?.id && last?.side === next?.side ? last : next));
      },
      onDrop(event: DragEvent) {
        event.preventDefault();
        const found = targetOf(event);
        if (found?.move) move(found.move, false);
        end();
      },
      onDragEnd: end,
    },
  };
}

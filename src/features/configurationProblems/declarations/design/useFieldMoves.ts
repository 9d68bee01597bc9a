import { type DragEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Arrangement, type FieldPlace, moveFieldTo, removeFieldFrom, stepFrom } from './arrangement.ts';

export type FieldMoves = ReturnType<typeof useFieldMoves>;

/** What a field is moved by in its line. */
type Control = 'handle' | 'up' | 'down';

interface FieldMovesOptions {
  text: string;
  /** Null if it can't be read. */
  arrangement: Arrangement | null;
  onChange(text: string): void;
}

/** Moves fields of a page by dragging or in steps. A field that is moved in steps keeps the focus. */
export function useFieldMoves({ text, arrangement, onChange }: FieldMovesOptions) {
  const translate = useTranslate();
  const id = useId();
  /** The last move, announced to screen readers. */
  const [said, setSaid] = useState('');
  const [held, setHeld] = useState<FieldPlace | null>(null);
  const [over, setOver] = useState<FieldPlace | null>(null);
  const follows = useRef<string | null>(null);
  const controlId = ({ section, at }: FieldPlace, control: Control) => `${id}-${section}-${at}-${control}`;

  useLayoutEffect(() => {
    if (follows.current !== null) document.getElementById(follows.current)?.focus();
    follows.current = null;
  });

  const move = (from: FieldPlace, to: FieldPlace) => {
    if (!arrangement || isSame(from, to)) return;
    const source = arrangement.sections[from.section]?.sources[from.at];
    onChange(moveFieldTo(text, arrangement, from, to));
    setSaid(translate('declarationDesign.moved', { source, section: to.section + 1, place: to.at + 1 }));
  };
  const drop = (event: DragEvent, place: FieldPlace) => {
    event.preventDefault();
    event.stopPropagation();
    if (held) move(held, dropPlace(held, place));
    setHeld(null);
    setOver(null);
  };
  const hover = (event: DragEvent, place: FieldPlace) => {
    if (!held) return;
    event.preventDefault();
    event.stopPropagation();
    if (!over || !isSame(over, place)) setOver(place);
  };
  const endOf = (section: number) => ({ section, at: arrangement?.sections[section]?.sources.length ?? 0 });
  return {
    said,
    hintId: `${id}-hint`,
    controlId,
    isHeld: (place: FieldPlace) => held !== null && isSame(held, place),
    isOver: (place: FieldPlace) => over !== null && isSame(over, place),
    canStep: (place: FieldPlace, by: 1 | -1) => arrangement !== null && stepFrom(arrangement, place, by) !== null,
    step(place: FieldPlace, by: 1 | -1, control: Control) {
      const to = arrangement && stepFrom(arrangement, place, by);
      if (!to) return;
      follows.current = controlId(to, control);
      move(place, to);
    },
    remove: (place: FieldPlace) => arrangement && onChange(removeFieldFrom(text, arrangement, place)),
    dragHandlers: (place: FieldPlace) => ({
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move';
        setHeld(place);
      },
      onDragOver: (event: DragEvent) => hover(event, place),
      onDrop: (event: DragEvent) => drop(event, place),
      onDragEnd() {
        setHeld(null);
        setOver(null);
      },
    }),
    /** Handlers of a section, for drops below its fields. */
    dropAtEnd: (section: number) => ({
      onDragOver: (event: DragEvent) => hover(event, endOf(section)),
      onDrop: (event: DragEvent) => drop(event, endOf(section)),
    }),
  };
}

const isSame = (one: FieldPlace, other: FieldPlace) => one.section === other.section && one.at === other.at;

/** The place after the move of a field that is dropped before another one. */
function dropPlace(held: FieldPlace, before: FieldPlace): FieldPlace {
  const isLater = held.section === before.section && held.at < before.at;
  return isLater ? { section: before.section, at: before.at - 1 } : before;
}

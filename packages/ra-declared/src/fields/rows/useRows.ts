import { useEffect, useRef } from 'react';
import { useArrayInput, useEvent, useSimpleFormIterator } from 'react-admin';

/** What the focus goes to once the rows have changed. */
interface NextFocus {
  row: number;
  /** Names of its buttons, of which the first that is enabled gets the focus. */
  buttons: readonly string[];
}

/**
 * The rows of a list in a form, with what its buttons do. The focus follows a row that is moved, and goes to the next one if a row is
 * removed. Elements of rows have `data-line`, and buttons `data-button`.
 */
export function useRows() {
  const { fields: items } = useArrayInput();
  const { add, reOrder, remove } = useSimpleFormIterator();
  const element = useRef<HTMLDivElement>(null);
  const next = useRef<NextFocus | null>(null);
  useEffect(() => {
    if (!next.current) return;
    const { row, buttons } = next.current;
    next.current = null;
    const places = [
      ...buttons.map((button) => `[data-line="${row}"] [data-button="${button}"]`),
      `[data-button="add"]`,
    ];
    const found = places.map((place) => element.current?.querySelector<HTMLElement>(`${place}:not(:disabled)`));
    found.find(Boolean)?.focus();
  }, [items]);
  const move = useEvent((from: number, to: number) => {
    next.current = { row: to, buttons: to < from ? ['up', 'down'] : ['down', 'up'] };
    reOrder(from, to);
  });
  const takeOut = useEvent((at: number) => {
    next.current = { row: Math.min(at, items.length - 2), buttons: ['remove'] };
    remove(at);
  });
  return { items, element, add, move, takeOut };
}

import { useInsertionEffect, useState } from 'react';

interface Pane {
  element: HTMLElement;
  /** What was scrolled in it: out of the document, elements forget that. */
  scrolled: Map<Element, { left: number; top: number }>;
}

/**
 * The element that holds a page: in `slot` while the page is open, and out of the document otherwise, where nobody looks
 * for anything and no id is taken twice. It is put there before any effect of the page measures something.
 */
export function usePaneElement(slot: HTMLElement, isOpen: boolean): HTMLElement {
  const [pane] = useState(createPane);
  useInsertionEffect(() => {
    if (!isOpen) return undefined;
    slot.append(pane.element);
    restoreScroll(pane);
    return () => pane.element.remove();
  }, [pane, slot, isOpen]);
  return pane.element;
}

function createPane(): Pane {
  const element = document.createElement('div');
  const scrolled: Pane['scrolled'] = new Map();
  const remember = ({ target }: Event) => {
    if (target instanceof Element) scrolled.set(target, { left: target.scrollLeft, top: target.scrollTop });
  };
  element.addEventListener('scroll', remember, { capture: true, passive: true });
  return { element, scrolled };
}

function restoreScroll({ element, scrolled }: Pane): void {
  for (const [target, { left, top }] of scrolled) {
    if (!element.contains(target)) scrolled.delete(target);
    else [target.scrollLeft, target.scrollTop] = [left, top];
  }
}

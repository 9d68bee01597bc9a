import { useCallback, useLayoutEffect, useRef, type FocusEvent } from 'react';

/**
 * When what has the focus in an element goes, or can't be pressed any more, whoever works with the keyboard goes on at
 * another place, not at the top of the page.
 *
 * @param next where to go on
 * @returns the element's `onFocus`
 */
export function useKeptFocus(next: () => HTMLElement | null | undefined) {
  const last = useRef<Element | null>(null);
  // After each drawing: any of them may take it away.
  useLayoutEffect(() => {
    const element = last.current;
    if (!element || (element.isConnected && !element.matches(':disabled'))) return;
    last.current = null;
    const { activeElement, body } = document;
    if (activeElement === element || activeElement === body) next()?.focus({ preventScroll: true });
  });
  return useCallback(({ target }: FocusEvent) => {
    last.current = target;
  }, []);
}

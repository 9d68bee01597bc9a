import { useCallback, useLayoutEffect, useRef, type FocusEvent } from 'react';

/**
 * Moves the focus to another element when the focused element is removed or disabled. Without this, keyboard users
 * would end up at the top of the page.
 *
 * @param next returns the element to focus
 * @returns the container's `onFocus`
 */
export function useKeptFocus(next: () => HTMLElement | null | undefined) {
  const last = useRef<Element | null>(null);
  // After each render, because any of them may remove or disable the focused element.
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

/** The heading of the page, made focusable, for pages whose focused button disappears after its action. */
export function pageHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('main h1:not(:empty)');
  if (heading) heading.tabIndex = -1;
  return heading;
}

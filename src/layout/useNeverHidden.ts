import { useCallback } from 'react';

/**
 * Ref of an element that stays audible while a dialog is open: MUI hides all else in the page from assistive
 * technology, and messages about what is done in the dialog with it.
 */
export function useNeverHidden(): (element: HTMLElement) => () => void {
  return useCallback((element) => {
    const show = () => element.removeAttribute('aria-hidden');
    const observer = new MutationObserver(show);
    observer.observe(element, { attributeFilter: ['aria-hidden'] });
    return () => observer.disconnect();
  }, []);
}

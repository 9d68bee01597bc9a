import type { MouseEvent } from 'react';

/** True if a click is meant for the row, not for a link or button in it or for selecting text. */
export function isForRow({ target }: MouseEvent): boolean {
  if (target instanceof Element && target.closest('a, button, input, [role=menu]') !== null) return false;
  return window.getSelection()?.isCollapsed ?? true;
}

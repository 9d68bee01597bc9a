import { useEffect, useEffectEvent } from 'react';

/** What a single key does; null: nothing here. */
export interface ListKeys {
  '/': (() => void) | null;
  n: (() => void) | null;
  '?': (() => void) | null;
  ArrowDown: (() => void) | null;
}

/** In these a key is somebody's text, or means something else already. */
const TAKEN =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=combobox], [role=tablist]';

/** Listens for the list's keys wherever the focus is on its page, except where someone types or chooses. */
export function useListKeys(keys: ListKeys, enabled: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isKey(keys, key)) return;
    if (target instanceof Element && target.closest(TAKEN) !== null) return;
    // An open dialog has the page behind it to itself, wherever the focus is.
    if (document.querySelector('[role=dialog][aria-modal=true], .MuiPopover-root') !== null) return;
    const act = keys[key];
    if (!act || (key === 'ArrowDown' && !isNowhere(target))) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!enabled) return undefined;
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
    // eslint-disable-next-line react/exhaustive-deps -- an effect's event is not a dependency
  }, [enabled]);
}

function isKey(keys: ListKeys, key: string): key is keyof ListKeys {
  return Object.hasOwn(keys, key);
}

/** The focus is on no control: an arrow key would only scroll the page. */
function isNowhere(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.matches('main'));
}

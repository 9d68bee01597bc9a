import { useEffect, useRef } from 'react';

/** A pointer that rests on something for so long is about to press it, in milliseconds. */
const RESTS = 65;

/**
 * For what is asked for before it is wanted: calls `ask` with what the pointer rests on, and takes that back when the
 * pointer goes on. Never in a browser that is told to save data.
 */
export function useApproach<T>(ask: (target: T) => void): (target: T | null) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (target) => {
    clearTimeout(timer.current);
    if (target !== null && !savesData()) timer.current = setTimeout(() => ask(target), RESTS);
  };
}

/** Whether the browser is told to fetch no more than it must. Not all know of it: https://wicg.github.io/savedata/ */
export function savesData(browser: Navigator & { connection?: { saveData?: boolean } } = navigator): boolean {
  return browser.connection?.saveData === true;
}

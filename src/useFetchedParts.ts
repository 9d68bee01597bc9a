import { useEffect } from 'react';
import { prefetchAll } from './loading/onDemand.tsx';

/** When the first page has long been there, in milliseconds. */
const FETCH_AFTER = 5000;

/**
 * Fetches the parts that are loaded when they are first needed, while there is a connection: without one, neither a
 * form nor a menu nor the warning before signing out could open. Not for a browser that is told to save data.
 */
export function useFetchedParts(): void {
  useEffect(() => {
    if (savesData(navigator)) return;
    const timer = setTimeout(() => {
      // What does not come now is asked for again when it is needed.
      void Promise.allSettled([import('./layout/idle/IdleDialog.tsx'), prefetchAll()]);
    }, FETCH_AFTER);
    return () => clearTimeout(timer);
  }, []);
}

/** Not all browsers know of it: https://wicg.github.io/savedata/ */
function savesData(browser: Navigator & { connection?: { saveData?: boolean } }): boolean {
  return browser.connection?.saveData === true;
}

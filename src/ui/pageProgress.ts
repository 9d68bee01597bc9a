import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '#shared/createListeners.ts';

/** Number of placeholders that stand in for the page. One count is enough, because there is one page. */
let coming = 0;
const { subscribe, notify } = createListeners();

function add(count: 1 | -1): void {
  coming += count;
  notify();
}

/** For placeholders of the page. The page counts as loading while the component is mounted. */
export function useStandsForPage(): void {
  useEffect(() => {
    add(1);
    return () => add(-1);
  }, []);
}

/** True while a placeholder stands in for the page, for example while its code is being fetched. */
export function useIsPageComing(): boolean {
  return useSyncExternalStore(subscribe, () => coming > 0);
}

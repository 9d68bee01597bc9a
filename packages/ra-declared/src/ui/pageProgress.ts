import { useEffect, useSyncExternalStore } from 'react';

/** Number of placeholders that stand in for the page. One count is enough, because there is one page. */
let coming = 0;
const listeners = new Set<() => void>();

function add(count: 1 | -1): void {
  coming += count;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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

import { useEffect, useSyncExternalStore } from 'react';

/** How many parts of the page are not there yet: there is one page, and so one count. */
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

/** For what stands in for a page: the page is on its way for as long as this is shown. */
export function useStandsForPage(): void {
  useEffect(() => {
    add(1);
    return () => add(-1);
  }, []);
}

/** Whether something stands in for the page, as while its code is being fetched. */
export function useIsPageComing(): boolean {
  return useSyncExternalStore(subscribe, () => coming > 0);
}

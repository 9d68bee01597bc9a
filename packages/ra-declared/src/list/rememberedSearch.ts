import { useEffect } from 'react';
import { useStore, useStoreContext } from 'react-admin';
import { useLocation } from 'react-router-dom';

const keyOf = (basePath: string) => `${basePath}.search`;

/** Stores the query of the list at `basePath`, for the way back from one of its records. */
export function useRememberedSearch(basePath: string): void {
  const { search } = useLocation();
  const store = useStoreContext();
  useEffect(() => store.setItem(keyOf(basePath), search), [store, basePath, search]);
}

/** Address of the list at `basePath`, with its last query. */
export function useListPath(basePath: string): string {
  const [search] = useStore<unknown>(keyOf(basePath));
  return typeof search === 'string' && search.startsWith('?') ? basePath + search : basePath;
}

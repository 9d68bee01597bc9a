import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Removes from the cache what the page at `path` has read, once the user leaves it, so that it comes back with fresh
 * data. Queries that something else on the screen still uses stay.
 */
export function useForgetLeft(path: string, isKept: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isKept) return undefined;
    const cache = queryClient.getQueryCache();
    // The page's own effects ran first. Queries of the shell are among the active ones too, and stay active.
    const read = new Set(cache.findAll({ type: 'active' }).map(({ queryHash }) => queryHash));
    const unsubscribe = cache.subscribe(({ type, query: { queryHash } }) => {
      if (type === 'observerAdded') read.add(queryHash);
    });
    return () => {
      unsubscribe();
      for (const query of cache.findAll({ type: 'inactive' })) if (read.has(query.queryHash)) cache.remove(query);
    };
  }, [path, isKept, queryClient]);
}

import { useQueryClient, type Query } from '@tanstack/react-query';
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
    const read = new Set<Query>(cache.findAll({ type: 'active' }));
    const unsubscribe = cache.subscribe((event) => {
      if (event.type === 'observerAdded') read.add(event.query);
    });
    return () => {
      unsubscribe();
      for (const query of read) if (!query.isActive()) cache.remove(query);
    };
  }, [path, isKept, queryClient]);
}

import { useEffect, useEffectEvent, useState } from 'react';
import type { SearchResult } from '../search/useMenuSearch.ts';

interface HurriedEnterOptions {
  query: string;
  results: readonly SearchResult[];
  isPending: boolean;
  choose: (result: SearchResult) => void;
}

/**
 * Handles Enter before the server has answered, for example after a number was pasted: the record with exactly that
 * number opens once it is found.
 *
 * @returns call it at each Enter
 */
export function useHurriedEnter({ query, results, isPending, choose }: HurriedEnterOptions): () => void {
  const [wanted, setWanted] = useState<string | null>(null);
  const exact = wanted === query && !isPending ? results.find(({ title }) => title === query.trim()) : undefined;
  const isDue = exact !== undefined;
  const open = useEffectEvent(() => exact && choose(exact));
  useEffect(() => {
    if (isDue) open();
  }, [isDue]);
  return () => {
    if (isPending && results.length === 0) setWanted(query);
  };
}

import { createContext, useContext } from 'react';
import type { SearchTarget } from '../menu/searchPool.ts';

const Context = createContext<readonly SearchTarget[]>([]);
export const SearchPoolProvider = Context.Provider;

/** The pages that the menu search can find. */
export function useSearchPool(): readonly SearchTarget[] {
  return useContext(Context);
}

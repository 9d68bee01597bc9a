import { createContext, useContext } from 'react';
import type { Label } from '@merchant-console/declaration';
import type { SearchTarget } from '../menu/searchPool.ts';

/** A record found by the server, with its address in the menu. */
export interface RecordPlace {
  to: string;
  title: string;
  /** The number that was found, or '' if it is the title. */
  detail: string;
  page: Label;
  icon: string | null;
}

/** Rejects only if aborted. Resolves to an empty list if there is no response. */
export type FindRecords = (text: string, signal: AbortSignal) => Promise<readonly RecordPlace[]>;

interface SearchParts {
  /** The pages that the menu lists. */
  pool: readonly SearchTarget[];
  findRecords: FindRecords;
}

const Context = createContext<SearchParts>({ pool: [], findRecords: async () => [] });
export const SearchProvider = Context.Provider;

/** What the header's search and the palette can find. */
export function useSearch(): SearchParts {
  return useContext(Context);
}

import { titleOf, type SearchEntry } from '#console/menu/menuSearch.ts';

/** One line of results, of whichever kind. */
export interface SearchResult {
  key: string;
  /** Heading over the results of its kind; '' for none. */
  group: string;
  title: string;
  detail: string;
  /** Name of a menu icon. */
  icon: string | null;
  to: string;
  isExternal: boolean;
}

export function pageResult(entry: SearchEntry, group: string): SearchResult {
  const { key, icon, to, isExternal } = entry;
  return { key: `page ${key}`, group, title: titleOf(entry), detail: '', icon, to, isExternal };
}

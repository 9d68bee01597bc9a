import { useQuery } from '@tanstack/react-query';
import type { Label } from '@merchant-console/declaration';
import { useSearch, type RecordPlace } from './SearchContext.ts';
import type { SearchResult } from './useMenuSearch.ts';
import { menuIcon, useSettled } from '@merchant-console/ra-declared/internal';
import { MAX_SEARCH_LENGTH } from '#shared/contract/recordSearch.ts';
import { foldText } from '#shared/search/foldText.ts';

/** A found record as a search result, under the heading `group`. */
export function recordResult(
  { to, title, detail, page, icon }: RecordPlace,
  group: string,
  label: (text: Label) => string,
): SearchResult {
  const details = [label(page), detail].filter((one) => one !== '').join(' · ');
  return { key: `record ${to}`, group, title, detail: details, Icon: menuIcon(icon), opens: { to, isExternal: false } };
}

/** Pause in typing before the search, in milliseconds. */
const PAUSE_MS = 200;
const NONE: readonly RecordPlace[] = [];

/**
 * Records with the number in `query`. Empty while the user is typing, because the results would be for another number.
 */
export function useFoundRecords(query: string) {
  const { findRecords } = useSearch();
  const text = query.trim();
  const settled = useSettled(text, PAUSE_MS);
  const isNumber = looksLikeNumber(text);
  const isSettled = settled === text;
  const { data, isFetching } = useQuery({
    queryKey: ['recordSearch', settled],
    queryFn: ({ signal }) => findRecords(settled, signal),
    enabled: isNumber && isSettled,
    retry: false,
  });
  const isPending = isNumber && (!isSettled || isFetching);
  return { records: isNumber && !isPending && data ? data : NONE, isPending };
}

/** Shortest text to search for. Shorter texts are the beginning of too many numbers. */
const MIN_LENGTH = 6;

/** True if a text may be the number of a record or its beginning. The server is only asked for such texts. */
export function looksLikeNumber(text: string): boolean {
  const folded = foldText(text).trim();
  return folded.length >= MIN_LENGTH && text.length <= MAX_SEARCH_LENGTH && /^\S*\d\S*$/.test(folded);
}

import { useQuery } from '@tanstack/react-query';
import type { Label } from '#shared/i18n/label.ts';
import type { SearchResult } from '../search/useMenuSearch.ts';
import { useSettled } from '#console/ui/useSettled.ts';
import { MAX_SEARCH_LENGTH } from '#shared/contract/recordSearch.ts';

/** A record found by the server, with its address in the menu. */
interface RecordPlace {
  to: string;
  title: string;
  /** The number that was found, or '' if it is the title. */
  detail: string;
  page: Label;
  icon: string | null;
}

/** A found record as a search result, under the heading `group`. */
export function recordResult(
  { to, title, detail, page, icon }: RecordPlace,
  group: string,
  label: (text: Label) => string,
): SearchResult {
  const details = [label(page), detail].filter((one) => one !== '').join(' · ');
  return { key: `record ${to}`, group, title, detail: details, icon, to, isExternal: false };
}

/** Rejects only if aborted. Resolves to an empty list if there is no response. */
export type FindRecords = (text: string, signal: AbortSignal) => Promise<readonly RecordPlace[]>;

/** Pause in typing before the search, in milliseconds. */
const PAUSE_MS = 200;
const NONE: readonly RecordPlace[] = [];

/**
 * Records with the number in `query`. Empty while the user is typing, because the results would be for another number.
 */
export function useFoundRecords(query: string, find: FindRecords) {
  const text = query.trim();
  const settled = useSettled(text, PAUSE_MS);
  const isNumber = looksLikeNumber(text);
  const isSettled = settled === text;
  const { data, isFetching } = useQuery({
    queryKey: ['recordSearch', settled],
    queryFn: ({ signal }) => find(settled, signal),
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
  return text.length >= MIN_LENGTH && text.length <= MAX_SEARCH_LENGTH && /^\S*\d\S*$/.test(text);
}

import { useQuery } from '@tanstack/react-query';
import type { Label } from '#shared/i18n/label.ts';
import { useSettled } from '#console/ui/useSettled.ts';
import { MAX_SEARCH_LENGTH } from '#shared/contract/recordSearch.ts';

/** A record that the server has found, at its place in the menu. */
interface RecordPlace {
  to: string;
  title: string;
  /** The number that was found, where it is not the title. */
  detail: string;
  page: Label;
  icon: string | null;
}

/** Never rejects but for an abort: no answer is nothing found. */
export type FindRecords = (text: string, signal: AbortSignal) => Promise<readonly RecordPlace[]>;

/** How long typing must have paused. */
const PAUSE_MS = 200;
const NONE: readonly RecordPlace[] = [];

/** The records that a number belongs to; none while it is still being typed, for they would be those of another. */
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

/** Shorter texts begin the numbers of too many records. */
const MIN_LENGTH = 6;

/** Whether a text may be the number of a record, or its beginning: the server is asked for no other. */
export function looksLikeNumber(text: string): boolean {
  return text.length >= MIN_LENGTH && text.length <= MAX_SEARCH_LENGTH && /^\S*\d\S*$/.test(text);
}

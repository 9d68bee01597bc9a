import { MAX_SEARCH_LENGTH } from '#shared/contract/recordSearch.ts';

/** Shorter texts begin the numbers of too many records. */
const MIN_LENGTH = 6;

/** Whether a text may be the number of a record, or its beginning: the server is asked for no other. */
export function looksLikeNumber(text: string): boolean {
  return text.length >= MIN_LENGTH && text.length <= MAX_SEARCH_LENGTH && /^\S*\d\S*$/.test(text);
}

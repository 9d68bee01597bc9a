import type { RawBuilder } from 'kysely';

/** Indexes for the searched columns of a list. Other columns are searched by reading all rows. */
export interface SearchIndexes {
  /** Columns whose words are in `search_words`, and the table that they are stored under. */
  words?: { table: string; columns: readonly string[] };
  /** Columns with numbers in capital letters, in an index by value. A number is one word. */
  numbers?: readonly string[];
  /** Columns with numbers in any case, in an index by `lower`. */
  mixedNumbers?: readonly string[];
  /** Condition for the words' `merchant_id`. Default: the reader's. */
  owners?(merchantId: string): RawBuilder<unknown>;
}

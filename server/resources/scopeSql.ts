import { type Expression, type RawBuilder, sql } from 'kysely';
import type { SearchIndexes } from './SearchIndexes.ts';

/** Rows of one tenant in a table, view or subquery. */
export interface Scope {
  rows: Expression<unknown>;
  merchantId: string;
  /** The part of the rows to read; all of them if absent. */
  part?: RawBuilder<boolean>;
  /** Indexes for searches. Default: none, so that a search reads all rows. */
  indexes?: SearchIndexes | undefined;
}

export function scopeSql({ merchantId, part }: Scope): RawBuilder<boolean> {
  return sql<boolean>`merchant_id = ${merchantId}${part ? sql` and ${part}` : sql``}`;
}

/** A text as a part of a `like` pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}

import { type RawBuilder, sql } from 'kysely';
import { foldText, searchTerms, type SearchTerm, wordsIn } from '#shared/search/foldText.ts';
import { escapeLike, type Scope, scopeSql } from './scopeSql.ts';

/** The words of the text in any of the columns. `isExact`: a column with that text and nothing else. */
export interface Search {
  kind: 'search';
  sources: string[];
  text: string;
  isExact?: boolean;
}

/** True of no row. Citus can't plan some joins with the constant `false`. */
export const NO_ROW = sql<boolean>`id is null`;

/**
 * Rows that contain each typed word at the start of a word in any of the columns. Looks up each column in its own index,
 * because with an `or` the planner scans the tenant's rows by time: 400 ms without a match at 1M rows.
 */
export function searchSql(scope: Scope, search: Search): RawBuilder<boolean> {
  const terms = searchTerms(search.text);
  if (terms.length === 0) return NO_ROW;
  if (search.isExact === true) return within(exactLookups(scope, search));
  return sql<boolean>`${sql.join(
    terms.map((term) => within(lookups(scope, search, term))),
    sql` and `,
  )}`;
}

function within(found: RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql<boolean>`id in (${sql.join(found, sql` union `)})`;
}

/** The IDs of rows with a term, one query per index. */
function lookups(scope: Scope, { sources }: Search, { text, words }: SearchTerm): RawBuilder<unknown>[] {
  const { indexed, numbers, mixedNumbers, others } = sorted(scope, sources);
  const begins = `${escapeLike(text)}%`;
  return [
    ...(indexed.length > 0 ? [wordsSql(scope, indexed, words)] : []),
    ...numbers.map((column) => rowsSql(scope, sql`${sql.ref(column)} like ${begins.toUpperCase()}`)),
    ...mixedNumbers.map((column) => rowsSql(scope, sql`lower(${sql.ref(column)}) like ${begins}`)),
    ...(others.length > 0
      ? [
          rowsSql(
            scope,
            sql.join(
              words.map((word) => scanSql(others, word)),
              sql` and `,
            ),
          ),
        ]
      : []),
  ];
}

/** The IDs of rows that have the text as a whole value. */
function exactLookups(scope: Scope, { sources, text }: Search): RawBuilder<unknown>[] {
  const { indexed, numbers, mixedNumbers, others } = sorted(scope, sources);
  const folded = foldText(text).trim();
  const whole = `${wordsIn(folded).join(' ')}=`;
  return [
    ...(indexed.length > 0 ? [entriesSql(scope, indexed, sql`word = ${whole}`)] : []),
    ...numbers.map((column) => rowsSql(scope, sql`${sql.ref(column)} = ${folded.toUpperCase()}`)),
    ...mixedNumbers.map((column) => rowsSql(scope, sql`lower(${sql.ref(column)}) = ${folded}`)),
    ...others.map((column) => rowsSql(scope, sql`(search_entries(${sql.ref(column)}))[1] = ${whole}`)),
  ];
}

/** Sorts the columns by how they are searched. */
function sorted({ indexes = {} }: Scope, sources: readonly string[]) {
  const { words, numbers = [], mixedNumbers = [] } = indexes;
  const indexed = sources.filter((source) => words?.columns.includes(source));
  const looked = [...indexed, ...numbers, ...mixedNumbers];
  return {
    indexed,
    numbers: sources.filter((source) => numbers.includes(source)),
    mixedNumbers: sources.filter((source) => mixedNumbers.includes(source)),
    others: sources.filter((source) => !looked.includes(source)),
  };
}

/** `offset 0` keeps the planner from reading the rows by time, in the hope that a page is full before it has read many. */
function rowsSql(scope: Scope, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select id from (select id from ${scope.rows} where ${scopeSql(scope)} and ${condition} offset 0) found`;
}

/** IDs of rows in whose words all of these begin, in any of the columns. */
function wordsSql(scope: Scope, columns: readonly string[], [word, ...rest]: readonly string[]): RawBuilder<unknown> {
  const found = entriesSql(scope, columns, sql`word like ${`${word}%`}`);
  return rest.length === 0 ? found : sql`${found} and row_id in (${wordsSql(scope, columns, rest)})`;
}

function entriesSql(
  { merchantId, indexes }: Scope,
  columns: readonly string[],
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const owner = indexes?.owners?.(merchantId) ?? sql`merchant_id = ${merchantId}`;
  return sql`
    select row_id from search_words
    where ${owner} and resource = ${indexes?.words?.table} and ${condition} and field in (${sql.join(columns)})`;
}

/** Reads all rows. Most are decided by a comparison that costs less than their words: 0.5 instead of 10 µs each. */
function scanSql(columns: readonly string[], word: string): RawBuilder<unknown> {
  const found = columns.map((source) => {
    const column = sql.ref(source);
    const mayContain = sql`(octet_length(${column}) > length(${column})
      or translate(lower(${column}), ${"'`"}, '') like ${`%${word}%`})`;
    return sql`${mayContain} and exists (
      select from unnest(search_entries(${column})) as entry where starts_with(entry, ${word}))`;
  });
  return sql`(${sql.join(found, sql` or `)})`;
}

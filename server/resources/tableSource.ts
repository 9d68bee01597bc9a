import { type Expression, type RawBuilder, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Db } from '#server/db/connect.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { type Condition, whereSql } from './compileFilter.ts';
import type { ListQuery } from './listQuery.ts';
import { groupRows } from './groupRows.ts';
import { plainRecord } from './plainRecord.ts';
import { keptCount, keptPosition, keptRows, type KeptTotals } from './keptTotals.ts';
import type { RecordSource, Sums, WireRecord } from './RecordSource.ts';
import type { SearchIndexes } from './SearchIndexes.ts';
import type { Search } from './searchSql.ts';
import { summarise } from './summarise.ts';

/** Some hundred KB per slice, for which a round trip is cheap. */
const SLICE_ROWS = 1_000;

/** Key of the last row of a slice. */
interface Key {
  /** Sort column as text, because a Date would lose microseconds. No field can have this name. */
  slice$key: string | null;
  id: string;
}

/** From this offset on, reading the page's IDs from the index first is faster than reading all preceding rows. */
const FAR = 200;

const isForNumber = (condition: Condition): condition is Search =>
  condition.kind === 'search' && /\p{Nd}/u.test(condition.text);

/** Numbers are unique, or nearly. */
const MOST_EXACT = 10;

const NO_SUMS: Sums = { columns: [], fields: [], tab: null };

/** A part of the rows in their order. */
export interface Page {
  /** Further condition. */
  where?: RawBuilder<boolean>;
  order: RawBuilder<unknown>;
  limit: number;
  offset?: number;
}

/** The SQL after `from` for the tenant's rows that satisfy the conditions; for a page, only its rows, in its order. */
type MatchingRows = (merchantId: string, conditions: Condition[], page?: Page) => RawBuilder<unknown>;

function ofOneTenant(rows: Expression<unknown>, indexes?: SearchIndexes): MatchingRows {
  return (merchantId, conditions, page) => {
    const matching = sql`${rows} where ${whereSql({ rows, merchantId, indexes }, conditions)}`;
    if (!page) return matching;
    const own = sql`${matching} ${pageSql(page)}`;
    // Skipped rows aren't read; their IDs come from an index.
    return (page.offset ?? 0) < FAR
      ? own
      : sql`${rows} where merchant_id = ${merchantId} and id in (select id from ${own}) ${page.order}`;
  };
}

/** SQL that follows a condition; `where` continues it. */
export function pageSql({ where, order, limit, offset = 0 }: Page): RawBuilder<unknown> {
  return sql`${where ? sql`and ${where}` : sql``} ${order} limit ${limit} offset ${offset}`;
}

/** What makes a list faster. */
interface Faster {
  /** Totals of the rows, which are then counted, summed and skipped without reading them. */
  totals?: KeptTotals;
  /** Indexes for searches. */
  indexes?: SearchIndexes;
}

/**
 * Reads a table or a named query of the server in the form of a list source.
 * @param present converts a row to API form
 * @param columns columns that filters and sorts may use
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the row type of the queries below
export function rowSource<Row>(
  db: Db,
  from: Expression<unknown>,
  present: (row: Row) => WireRecord,
  columns: readonly string[],
  { totals, indexes }: Faster = {},
): RecordSource {
  return matchingSource(db, ofOneTenant(from, indexes), present, columns, totals);
}

/** The same for rows that are read in another way. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the row type of the queries below
export function matchingSource<Row>(
  db: Db,
  matching: MatchingRows,
  present: (row: Row) => WireRecord,
  columns: readonly string[],
  totals?: KeptTotals,
): RecordSource {
  /** The number of rows, and the IDs of those that a search for a number finds before the others. */
  async function counted(merchantId: string, conditions: Condition[], { source, descending }: ListQuery['sort']) {
    const kept = totals ? await keptCount(db.kysely, totals, merchantId, conditions) : null;
    if (kept !== null) return { total: kept, exact: [] };
    const direction = sql.raw(descending ? 'desc' : 'asc');
    const order = sql`order by ${sql.ref(source)} ${direction}, id ${direction}`;
    const search = conditions.find(isForNumber);
    const exactly = search && [...conditions.filter((condition) => condition !== search), { ...search, isExact: true }];
    const exactIds = exactly
      ? sql`array(select id::text from ${matching(merchantId, exactly, { order, limit: MOST_EXACT })})`
      : sql`array[]::text[]`;
    const { rows } = await sql<{ total: bigint; exact: string[] }>`
      select (select count(*) from ${matching(merchantId, conditions)}) as total, ${exactIds} as exact`.execute(
      db.kysely,
    );
    return { total: Number(rows[0]?.total ?? 0), exact: rows[0]?.exact ?? [] };
  }

  async function list(merchantId: string, { conditions, sort, range: [first, last] }: ListQuery) {
    const { total, exact } = await counted(merchantId, conditions, sort);
    const wanted = Math.min(last + 1, total) - first;
    if (wanted <= 0) return { records: [], total };
    const top = exact.slice(first, first + wanted);
    const among: Condition = { kind: 'among', source: 'id', values: exact };
    const others = exact.map((value): Condition => ({ kind: 'compare', source: 'id', operator: '<>', value }));
    const rows = [
      ...(await rowsOf(
        merchantId,
        { conditions: [...conditions, among], sort, total: exact.length },
        first,
        top.length,
      )),
      ...(await rowsOf(
        merchantId,
        { conditions: [...conditions, ...others], sort, total: total - exact.length },
        Math.max(0, first - exact.length),
        wanted - top.length,
      )),
    ];
    return { records: rows.map(present), total };
  }

  async function rowsOf(
    merchantId: string,
    { conditions, sort, total }: Omit<ListQuery, 'range'> & { total: number },
    first: number,
    wanted: number,
  ): Promise<Row[]> {
    if (wanted <= 0) return [];
    // Read from the nearer end, so that the last page costs as much as the first.
    const fromEnd = first > total / 2;
    const offset = fromEnd ? total - first - wanted : first;
    const ascending = sort.descending === fromEnd;
    const direction = sql.raw(ascending ? 'asc' : 'desc');
    const order = sql`order by ${sql.ref(sort.source)} ${direction}, id ${direction}`;
    const skipped = { merchantId, conditions, offset, ascending };
    const position =
      totals?.time === sort.source && offset >= FAR ? await keptPosition(db.kysely, totals, skipped) : null;
    const { rows } = await sql<Row>`
      select * from ${matching(merchantId, conditions, { offset, ...position, order, limit: wanted })}`.execute(
      db.kysely,
    );
    return fromEnd ? rows.toReversed() : rows;
  }

  async function one(merchantId: string, id: string) {
    if (!isUuid(id)) return undefined;
    const byId: Condition = { kind: 'compare', source: 'id', operator: '=', value: id };
    const { rows } = await sql<Row>`select * from ${matching(merchantId, [byId])}`.execute(db.kysely);
    return rows[0] && present(rows[0]);
  }

  async function summary(merchantId: string, conditions: Condition[], sums: Sums = NO_SUMS) {
    const kept = totals ? keptRows(totals, { merchantId, conditions, sums }) : null;
    const rows = kept ?? matching(merchantId, conditions);
    const rowCount = kept ? sql`coalesce(sum(row_count), 0)` : sql`count(*)`;
    const { by } = sums;
    return by ? groupRows(db.kysely, rows, { ...sums, by }, rowCount) : summarise(db.kysely, rows, sums, rowCount);
  }

  async function* slices(merchantId: string, { conditions, sort }: Pick<ListQuery, 'conditions' | 'sort'>) {
    const read = (page: Page) => matching(merchantId, conditions, page);
    for await (const rows of readSlices<Row>(db.kysely, read, sort)) {
      yield rows.map((row) => withoutKey(present(row)));
    }
  }

  return { list, one, summary, slices, columns: new Set(columns) };
}

/** Removes the key added by `readSlices`, which `present` may have copied. */
function withoutKey({ slice$key: _, ...record }: WireRecord): WireRecord {
  return record;
}

/**
 * All rows of a query in its order, in slices, each row with `slice$key`. Pages by keyset, so the end of a million rows
 * costs the same as the beginning. Nulls of the sort column come last, or first in descending order, as in a list.
 */
async function* readSlices<Row>(
  db: DbOrTx,
  read: (page: Page) => RawBuilder<unknown>,
  sort: ListQuery['sort'],
): AsyncGenerator<(Row & Key)[], void, undefined> {
  const column = sql.ref(sort.source);
  const direction = sql.raw(sort.descending ? 'desc' : 'asc');
  const order = sql`order by ${column} ${direction}, id ${direction}`;
  for (const isNull of sort.descending ? [true, false] : [false, true]) {
    let after: Key | undefined;
    do {
      const where = sql<boolean>`${partSql(sort, isNull)} and ${afterSql(sort, after)}`;
      const { rows }: { rows: (Row & Key)[] } = await sql<Row & Key>`
        select *, ${column}::text as ${sql.ref('slice$key')} from ${read({ where, order, limit: SLICE_ROWS })}`.execute(
        db,
      );
      if (rows.length > 0) yield rows;
      after = rows.length === SLICE_ROWS ? rows.at(-1) : undefined;
    } while (after);
  }
}

function partSql({ source }: ListQuery['sort'], isNull: boolean): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(source)} is ${sql.raw(isNull ? 'null' : 'not null')}`;
}

function afterSql({ source, descending }: ListQuery['sort'], after: Key | undefined): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`;
  const beyond = sql.raw(descending ? '<' : '>');
  if (after.slice$key === null) return sql<boolean>`id ${beyond} ${after.id}`;
  return sql<boolean>`(${sql.ref(source)}, id) ${beyond} (${after.slice$key}, ${after.id})`;
}

/** Reads a resource from a view or table whose columns are visible to every user who may list it. */
export async function viewSource(db: Db, view: string, indexes?: SearchIndexes): Promise<RecordSource> {
  return rowSource(db, sql.table(view), plainRecord, await columnsIn(db.kysely, view), indexes && { indexes });
}

type ColumnsOfTables = ReadonlyMap<string, string[]>;

const readings = new WeakMap<DbOrTx, Promise<ColumnsOfTables>>();

/**
 * The columns of a table or view that declarations may use; empty if it doesn't exist. Concurrent calls share one query
 * for all tables, because a server needs 40 at its start. The result isn't cached, because an operator may create a
 * view and declare it while the server runs.
 */
export async function columnsIn(db: DbOrTx, table: string): Promise<string[]> {
  const running = readings.get(db);
  const columns = running ?? readColumns(db).finally(() => readings.delete(db));
  if (!running) readings.set(db, columns);
  return (await columns).get(table) ?? [];
}

async function readColumns(db: DbOrTx): Promise<ColumnsOfTables> {
  const { rows } = await sql<{ table_name: string; columns: string[] }>`
    select table_name, json_agg(column_name) as columns from information_schema.columns
    where table_schema = current_schema() and column_name <> 'merchant_id'
    group by table_name`.execute(db);
  return new Map(rows.map(({ table_name, columns }) => [table_name, columns]));
}

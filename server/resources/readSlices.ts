import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import { whereSql, type Scope } from './conditionSql.ts';
import type { ListQuery } from './listQuery.ts';

/** Some hundred KB of rows: a round trip is small beside it, and so is the memory. */
const SLICE_ROWS = 1_000;

/** The row after which the next slice begins. */
interface Key {
  /** Of the sort column, as the database writes it: a Date would lose its microseconds. No field has such a name. */
  slice$key: string | null;
  id: string;
}

/**
 * All rows of a query in its order, some at a time, each with `slice$key` added. A slice is looked up by the key of the
 * row before it, which costs the same at the end of a million rows as at the beginning. Rows without a value in the
 * sort column come last going up and first going down, as in a list.
 */
export async function* readSlices<Row>(
  db: Kysely<Database>,
  scope: Scope,
  { conditions, sort }: Pick<ListQuery, 'conditions' | 'sort'>,
): AsyncGenerator<(Row & Key)[], void, undefined> {
  const column = sql.ref(sort.source);
  const direction = sql.raw(sort.descending ? 'desc' : 'asc');
  const where = whereSql(scope, conditions);
  for (const isNull of sort.descending ? [true, false] : [false, true]) {
    let after: Key | undefined;
    do {
      const { rows }: { rows: (Row & Key)[] } = await sql<Row & Key>`
        select *, ${column}::text as ${sql.ref('slice$key')} from ${scope.rows}
        where ${where} and ${partSql(sort, isNull)} and ${afterSql(sort, after)}
        order by ${column} ${direction}, id ${direction} limit ${SLICE_ROWS}`.execute(db);
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

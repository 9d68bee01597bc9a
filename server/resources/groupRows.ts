import { type RawBuilder, sql } from 'kysely';
import { type Group, MOST_GROUPS, type Summary } from '@merchant-console/protocol';
import type { DbOrTx } from '#server/db/schema.ts';
import type { Grouping, Sums } from './RecordSource.ts';
import { currenciesOf, figuresOf, keyName, type Part, type Row, sumSql } from './summarise.ts';

/** Names of the query's own columns; `$` can't occur in a field's name. */
const VALUE = sql.ref('group$value');
const COUNT = sql.ref('group$count');

/**
 * Counts rows and sums columns in groups, separately per currency, in one statement. Amounts that are frozen or expected
 * aren't summed.
 *
 * @param rows follows `from`: the rows with their condition
 * @param counted number of rows of a group
 * @returns the sums of all rows, and the groups: the largest first; of periods those without one, then the latest
 */
export async function groupRows(
  db: DbOrTx,
  rows: RawBuilder<unknown>,
  { columns, fields, by }: Sums & { by: Grouping },
  counted: RawBuilder<unknown>,
): Promise<Summary> {
  const parts = columns.map((column, at): Part => ({ column, standing: 'counted', name: `counted_${at}` }));
  const keys = currenciesOf(columns);
  const named = keys.map((key) => sql.ref(keyName(key)));
  const placed = by.per === null ? sql`size desc, ${VALUE} nulls last` : sql`${VALUE} desc nulls first`;
  const { rows: found } = await sql<Row>`
    select ${sql.join([
      sql`least(place, ${MOST_GROUPS + 1})::text as place`,
      sql`case when place <= ${MOST_GROUPS} then ${textOf(by)} end as ${VALUE}`,
      ...named,
      sql`sum(${COUNT})::text as count`,
      ...parts.map(({ name }) => sql`sum(${sql.ref(name)}::numeric)::text as ${sql.ref(name)}`),
    ])}
    from (
      select *, dense_rank() over (order by ${placed}) as place from (
        select *, sum(${COUNT}) over (partition by ${VALUE}) as size from (
          select ${sql.join([
            VALUE,
            ...keys.map((key) => sql`${sql.ref(key)}::text as ${sql.ref(keyName(key))}`),
            sql`${counted} as ${COUNT}`,
            ...parts.map((part) => sumSql(part, fields)),
          ])}
          from (select *, ${valueSql(by)} as ${VALUE} from ${rows}) valued
          group by ${sql.join([VALUE, ...keys.map((key) => sql.ref(key))])}
        ) summed
      ) sized
    ) placed
    group by ${sql.join([sql`1`, sql`2`, ...named])}`.execute(db);

  const summed = (own: readonly Row[]) => ({
    count: own.reduce((sum, row) => sum + Number(row['count']), 0),
    sums: Object.fromEntries(
      columns.map((column, at) => [column.source, figuresOf(column, parts.slice(at, at + 1), own, null)]),
    ),
  });
  const at = (place: number) => found.filter((row) => Number(row['place']) === place);
  const groups: Group[] = [];
  for (let own = at(1); own[0] && groups.length < MOST_GROUPS; own = at(groups.length + 1)) {
    groups.push({ value: own[0]['group$value'] ?? null, ...summed(own) });
  }
  const rest = at(MOST_GROUPS + 1);
  return { ...summed(found), groups, others: rest.length === 0 ? null : summed(rest) };
}

/** The value of a row, or the first moment of its period. */
function valueSql({ field: { source, type }, per, zone }: Grouping): RawBuilder<unknown> {
  const column = sql.ref(source);
  if (per === null) return column;
  const time = type === 'datetime' ? sql`${column} at time zone ${zone}` : sql`${column}::timestamp`;
  return sql`date_trunc(${per}, ${time})`;
}

/** The value of a group as text: of a period, its first day. Once for each group, because it takes longer than to group a row. */
function textOf({ per }: Grouping): RawBuilder<string> {
  return per === null ? sql<string>`${VALUE}::text` : sql<string>`to_char(${VALUE}, 'YYYY-MM-DD')`;
}

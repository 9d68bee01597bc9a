import { type RawBuilder, sql } from 'kysely';
import type { Figure, Summary } from '@merchant-console/protocol';
import { addDecimals, conditionsOf, mayBe, type Standing, type Field } from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import { predicateSql } from './predicateSql.ts';
import type { Sums } from './RecordSource.ts';

/** A row of sums, by name. */
export type Row = Readonly<Record<string, string | null>>;

/** A sum of a column over the rows with one standing. */
export interface Part {
  column: Field;
  standing: Standing;
  /** Name of the sum in the result row. */
  name: string;
}

/**
 * Counts rows and sums columns, separately per currency, in one statement, so that the figures are consistent under
 * concurrent writes.
 *
 * @param rows follows `from`: the rows with their condition
 * @param counted number of rows of a group
 */
export async function summarise(
  db: DbOrTx,
  rows: RawBuilder<unknown>,
  sums: Sums,
  counted: RawBuilder<unknown>,
): Promise<Summary> {
  const { columns, tab } = sums;
  const parts = columns.flatMap((column, at) =>
    standingsOf(column).map((standing): Part => ({ column, standing, name: `${standing}_${at}` })),
  );
  const keys = [...new Set([...currenciesOf(columns), ...(tab === null ? [] : [tab])])];
  const selected = sql.join([
    sql`(${counted})::text as count`,
    ...keys.map((key) => sql`${sql.ref(key)}::text as ${sql.ref(keyName(key))}`),
    ...parts.map((part) => sumSql(part, sums.fields)),
  ]);
  const grouped = keys.length === 0 ? sql`` : sql`group by ${sql.join(keys.map((key) => sql.ref(key)))}`;
  const { rows: groups } = await sql<Row>`select ${selected} from ${rows} ${grouped}`.execute(db);
  return {
    count: groups.reduce((sum, row) => sum + Number(row['count']), 0),
    sums: Object.fromEntries(
      columns.map((column) => [
        column.source,
        figuresOf(
          column,
          parts.filter((part) => part.column === column),
          groups,
          tab,
        ),
      ]),
    ),
  };
}

function standingsOf(column: Field): Standing[] {
  return ['counted', ...(['frozen', 'expected'] as const).filter((standing) => mayBe(column, standing))];
}

function currencyOf(column: Field): string | null {
  return column.type === 'money' ? (column.currency ?? null) : null;
}

/** Columns with the currencies of amounts. */
export function currenciesOf(columns: readonly Field[]): string[] {
  return [...new Set(columns.flatMap((column) => currencyOf(column) ?? []))];
}

/** `$` can't occur in a field's name. */
export const keyName = (key: string) => `key$${key}`;

/** The sum of a part, as a text. */
export function sumSql({ column, standing, name }: Part, fields: readonly Field[]): RawBuilder<unknown> {
  const conditions = conditionsOf(column, standing);
  const where = conditions.length === 0 ? sql`` : sql`filter (where ${predicateSql({ all: conditions }, { fields })})`;
  return sql`coalesce(sum(${sql.ref(column.source)}) ${where}, 0)::text as ${sql.ref(name)}`;
}

/** A figure per currency, sorted; a single 0 for a column without currencies if there are no rows. */
export function figuresOf(column: Field, parts: readonly Part[], rows: readonly Row[], tab: string | null): Figure[] {
  const source = currencyOf(column);
  const ofRow = (row: Row) => (source === null ? null : row[keyName(source)] || null);
  const currencies = [...new Set(source === null ? [null] : rows.map(ofRow))];
  return currencies
    .toSorted((one, other) => ((one ?? '') < (other ?? '') ? -1 : 1))
    .map((currency): Figure => {
      const own = rows.filter((row) => ofRow(row) === currency);
      const sums = parts.map(({ standing, name }): [string, string] => [
        standing === 'counted' ? 'sum' : standing,
        total(own, name),
      ]);
      return { currency, sum: '0', ...Object.fromEntries(sums), ...(tab !== null && byTab(column, parts, own, tab)) };
    });
}

function byTab(
  column: Field,
  [counted]: readonly Part[],
  rows: readonly Row[],
  tab: string,
): Pick<Figure, 'by_tab'> | null {
  const isConditional = column.when !== undefined || (column.type === 'money' && column.counts !== undefined);
  if (!counted || isConditional) return null;
  const choices = [...new Set(rows.flatMap((row) => row[keyName(tab)] ?? []))].toSorted();
  return {
    by_tab: Object.fromEntries(
      choices.map((choice) => [
        choice,
        total(
          rows.filter((row) => row[keyName(tab)] === choice),
          counted.name,
        ),
      ]),
    ),
  };
}

function total(rows: readonly Row[], name: string): string {
  return addDecimals(rows.map((row) => row[name] ?? '0'));
}

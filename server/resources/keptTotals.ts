import { addMilliseconds } from 'date-fns/addMilliseconds';
import { type RawBuilder, sql } from 'kysely';
import { conditionsOf, STANDINGS, fieldsOf } from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import type { Condition } from './compileFilter.ts';
import type { Sums } from './RecordSource.ts';

/** Totals kept beside a table, from which its rows are counted and summed without reading them. */
export interface KeptTotals {
  /** Columns by whose values the totals are kept. */
  keptBy: readonly string[];
  /** Columns that are added up. */
  amounts: readonly string[];
  /** Column of times by which the totals are kept, too. */
  time: string;
  /**
   * Query of cells: `moment` and `milliseconds` of the span that a cell covers (1 for a row), `row_count`, and the columns.
   * Cells of different moments don't overlap. Several may have the same moment, and some no rows.
   *
   * @param options.finest true for cells of the smallest span
   * @returns null if the conditions can't be answered from totals
   */
  cells(merchantId: string, conditions: Condition[], options?: { finest: boolean }): RawBuilder<unknown> | null;
}

/**
 * The totals as rows for `summarise`: one per combination of values that rows have.
 *
 * @returns null if the conditions or the columns to sum can't be answered from the totals
 */
export function keptRows(
  totals: KeptTotals,
  { merchantId, conditions, sums }: { merchantId: string; conditions: Condition[]; sums: Sums },
): RawBuilder<unknown> | null {
  const asked = sums.columns.flatMap((column) => STANDINGS.flatMap((standing) => conditionsOf(column, standing)));
  const by = [
    ...asked.flatMap((one) => fieldsOf(one).map(({ source }) => source)),
    ...(sums.tab === null ? [] : [sums.tab]),
    ...(sums.by ? [sums.by.field.source] : []),
  ];
  if (!by.every((source) => totals.keptBy.includes(source))) return null;
  if (!sums.columns.every(({ source }) => totals.amounts.includes(source))) return null;
  const cells = totals.cells(merchantId, conditions);
  if (!cells) return null;
  const added = ['row_count', ...totals.amounts].map((source) => sql`sum(${sql.ref(source)}) as ${sql.ref(source)}`);
  const keys = sql.join(totals.keptBy.map((source) => sql.ref(source)));
  return sql`(
    select ${keys}, ${sql.join(added)} from (${cells}) cells group by ${keys} having sum(row_count) <> 0
  ) kept`;
}

/** Where a row is in an order by the column of times. */
interface Position {
  /** Condition that excludes rows before it. */
  where: RawBuilder<boolean>;
  /** Number of rows that satisfy the condition before the wanted one. */
  offset: number;
}

/** Number of rows by the totals, or null if the conditions can't be answered from them. */
export async function keptCount(
  db: DbOrTx,
  totals: KeptTotals,
  merchantId: string,
  conditions: Condition[],
): Promise<number | null> {
  const cells = totals.cells(merchantId, conditions);
  if (!cells) return null;
  const { rows } = await sql<{ count: string }>`
    select coalesce(sum(row_count), 0)::text as count from (${cells}) cells`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Finds a row of an order by the column of times, by adding up days, and then quarters of the day.
 *
 * @param offset number of rows before the wanted one
 * @returns null if the conditions can't be answered from the totals, or there is no such row
 */
export async function keptPosition(
  db: DbOrTx,
  totals: KeptTotals,
  {
    merchantId,
    conditions,
    offset,
    ascending,
  }: {
    merchantId: string;
    conditions: Condition[];
    offset: number;
    ascending: boolean;
  },
): Promise<Position | null> {
  const direction = sql.raw(ascending ? 'asc' : 'desc');
  async function cellAt(cells: RawBuilder<unknown> | null, rowsBefore: number) {
    if (!cells) return undefined;
    const { rows } = await sql<{ moment: Date; milliseconds: number; before: string }>`
      select moment, milliseconds, before::text from (
        select moment, milliseconds, count, sum(count) over (order by moment ${direction}) - count as before from (
          select moment, milliseconds, sum(row_count) as count from (${cells}) cells group by 1, 2
        ) counted
      ) placed
      where before <= ${rowsBefore} and before + count > ${rowsBefore} limit 1`.execute(db);
    return rows[0];
  }

  const source = totals.time;
  const first = await cellAt(totals.cells(merchantId, conditions), offset);
  if (!first) return null;
  const inside: Condition[] = [
    ...conditions,
    { kind: 'compare', source, operator: '>=', value: first.moment },
    { kind: 'compare', source, operator: '<', value: addMilliseconds(first.moment, first.milliseconds) },
  ];
  const second =
    first.milliseconds > 1
      ? await cellAt(totals.cells(merchantId, inside, { finest: true }), offset - Number(first.before))
      : undefined;
  const before = Number(first.before) + Number(second?.before ?? 0);
  const { moment, milliseconds } = second ?? first;
  const where = ascending
    ? sql<boolean>`${sql.ref(source)} >= ${moment}`
    : sql<boolean>`${sql.ref(source)} < ${addMilliseconds(moment, milliseconds)}`;
  return { where, offset: offset - before };
}

import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Condition } from '#server/resources/compileFilter.ts';
import { plainRecord } from '#server/resources/plainRecord.ts';
import type { RecordSource, WireRecord } from '#server/resources/RecordSource.ts';
import { rowSource } from '#server/resources/tableSource.ts';
import { rateOf, dayRows, type FigureColumns } from './statisticsSql.ts';

const FIGURES = ['count', 'open_count', 'success_count', 'amount', 'fee'] as const;
const COLUMNS = [
  'id',
  'submerchant_id',
  'branch_id',
  'day',
  'currency',
  ...['collection', 'payout'].flatMap((kind) => FIGURES.map((figure) => `${kind}_${figure}`)),
];

/** Daily figures of sub-merchants. Sums only the days that a query asks for. */
export function dailySource(db: Db): RecordSource {
  const within = (conditions: readonly Condition[]) =>
    rowSource(
      db,
      dayRows((time) => timesOf(time, conditions)),
      present,
      COLUMNS,
    );
  return {
    columns: new Set(COLUMNS),
    list: (merchantId, query) => within(query.conditions).list(merchantId, query),
    one: (merchantId, id) => within([]).one(merchantId, id),
    summary: (merchantId, conditions, sums) => within(conditions).summary(merchantId, conditions, sums),
    slices: (merchantId, query) => within(query.conditions).slices(merchantId, query),
  };
}

type DayRow = FigureColumns & { id: string; submerchant_id: string };

function present(row: DayRow): WireRecord {
  const rates = { success_rate: rateOf('collection', row), payout_success_rate: rateOf('payout', row) };
  return { ...plainRecord({ ...row }), branch_id: row.submerchant_id, ...rates };
}

/** Bounds of the requested days in any time zone, because no zone is a whole day off UTC. */
function timesOf(time: RawBuilder<unknown>, conditions: readonly Condition[]): RawBuilder<unknown> {
  const at = (day: unknown, more: string) => sql`((${day}::date + ${sql.raw(more)})::timestamp at time zone 'UTC')`;
  const parts = conditions.flatMap((condition) => {
    if (condition.kind !== 'compare' || condition.source !== 'day') return [];
    const { operator, value } = condition;
    return [
      ...(operator === '=' || operator.startsWith('>') ? [sql`${time} >= ${at(value, '-1')}`] : []),
      ...(operator === '=' || operator === '<' || operator === '<=' ? [sql`${time} < ${at(value, '2')}`] : []),
    ];
  });
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

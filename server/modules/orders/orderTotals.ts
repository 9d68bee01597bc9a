import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { type RawBuilder, sql } from 'kysely';
import { type Condition, whereSql } from '#server/resources/compileFilter.ts';
import type { KeptTotals } from '#server/resources/keptTotals.ts';

const QUARTER_MS = 15 * millisecondsInMinute;
const [DAY, QUARTER] = [sql.lit(millisecondsInDay), sql.lit(QUARTER_MS)];

const KEPT_BY = ['currency', 'channel_id', 'status'];

/** Whole quarters of an hour, and whole days of UTC among them, in a span of time; in milliseconds. */
interface Whole {
  quarters: { from: number; to: number };
  days: { from: number; to: number };
}

/**
 * Totals of a merchant's orders from the sums by day and by quarter of an hour, the changes that aren't added to them
 * yet, and the orders around the ends of the span that is asked for. Read in one statement, they are those of the
 * orders at any moment.
 */
export const orderTotals: KeptTotals = {
  keptBy: KEPT_BY,
  amounts: ['amount', 'fee', 'arrival_amount'],
  time: 'created_at',

  cells(merchantId, conditions, { finest } = { finest: false }) {
    const times = conditions.filter((one) => 'source' in one && one.source === 'created_at');
    const others = conditions.filter((one) => !times.includes(one));
    if (!others.every((one) => 'source' in one && KEPT_BY.includes(one.source))) return null;
    const whole = wholeOf(times, finest);
    if (!whole) return null;
    const where = (table: string) => whereSql({ rows: sql.table(table), merchantId }, others);
    const { quarters, days } = whole;
    const kept = sql`currency, channel_id, status, order_count as row_count, amount, fee, arrival_amount`;
    const parts = [
      sql`select day as moment, ${DAY} as milliseconds, ${kept}
        from order_days where ${where('order_days')} and ${within('day', days)}`,
      sql`select bucket, ${QUARTER}, ${kept} from order_buckets
        where ${where('order_buckets')} and ${within('bucket', { from: quarters.from, to: days.from })}`,
      sql`select bucket, ${QUARTER}, ${kept} from order_buckets
        where ${where('order_buckets')} and ${within('bucket', { from: days.to, to: quarters.to })}`,
      sql`select case when ${within('bucket', days)} then order_day(bucket) else bucket end,
          case when ${within('bucket', days)} then ${DAY} else ${QUARTER} end, ${kept}
        from order_deltas where ${where('order_deltas')} and ${within('bucket', quarters)}`,
    ];
    const ofOrders = sql`
      select date_trunc('milliseconds', created_at), 1, currency, channel_id, status, 1, amount, fee, arrival_amount
      from orders where ${whereSql({ rows: sql.table('orders'), merchantId }, conditions)}`;
    if (Number.isFinite(quarters.from)) parts.push(sql`${ofOrders} and created_at < ${new Date(quarters.from)}`);
    if (Number.isFinite(quarters.to)) parts.push(sql`${ofOrders} and created_at >= ${new Date(quarters.to)}`);
    return sql.join(parts, sql` union all `);
  },
};

/** Condition on a column of times; without a bound that isn't finite. */
function within(column: string, { from, to }: { from: number; to: number }): RawBuilder<boolean> {
  if (from >= to) return sql<boolean>`false`;
  const bounds = [
    ...(Number.isFinite(from) ? [sql`${sql.ref(column)} >= ${new Date(from)}`] : []),
    ...(Number.isFinite(to) ? [sql`${sql.ref(column)} < ${new Date(to)}`] : []),
  ];
  return bounds.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(bounds, sql` and `)}`;
}

/** @returns null if the span contains no whole quarter, or the conditions name no span */
function wholeOf(times: readonly Condition[], finest: boolean): Whole | null {
  let [from, to] = [-Infinity, Infinity];
  for (const time of times) {
    if (time.kind !== 'compare' || !(time.value instanceof Date)) return null;
    const at = time.value.getTime();
    const before = at - modulo(at, QUARTER_MS);
    switch (time.operator) {
      case '>=':
        from = Math.max(from, before === at ? at : before + QUARTER_MS);
        break;
      case '>':
        from = Math.max(from, before + QUARTER_MS);
        break;
      case '<':
      case '<=':
        to = Math.min(to, before);
        break;
      case '=':
      case '<>':
        return null;
    }
  }
  if (from >= to) return null;
  const days = {
    from: Number.isFinite(from) ? from + modulo(-from, millisecondsInDay) : from,
    to: Number.isFinite(to) ? to - modulo(to, millisecondsInDay) : to,
  };
  const noDays = finest || days.from >= days.to;
  return { quarters: { from, to }, days: noDays ? { from: to, to } : days };
}

/** The remainder of a division, from 0. */
const modulo = (value: number, divisor: number) => ((value % divisor) + divisor) % divisor;

import { sql, type RawBuilder } from 'kysely';

export interface StatisticsScope {
  /** Whoever reads, and whose sub-merchants these are. */
  reader: string;
  /** All below it count; it itself too, unless it is the reader. */
  head: string;
  /** IANA; a day begins at its midnight. */
  timeZone: string;
  /** The period before, the period, and its end, which is not in it. */
  previousStart: Date;
  start: Date;
  end: Date;
}

/** Sums of one currency: of a period, of a day of it, or of a branch in it. */
export interface StatisticsRow {
  currency: string;
  is_current: boolean;
  /** `2026-03-08`; null unless the row is a day's. */
  day: string | null;
  /** The sub-merchant at the head of the branch; null unless the row is a branch's. */
  branch: string | null;
  collection_count: number;
  collection_success_count: number;
  collection_amount: bigint;
  collection_fee: bigint;
  payout_count: number;
  payout_success_count: number;
  payout_amount: bigint;
  payout_fee: bigint;
}

/**
 * All sums in one statement, so that they belong together while orders come in. Each merchant's orders of both periods
 * are walked once, by the index of its times.
 */
export function statisticsRows(scope: StatisticsScope): RawBuilder<StatisticsRow> {
  return sql<StatisticsRow>`
    with members as (
      select below.merchant_id as branch, below.descendant_id as id
      from merchant_descendants child
      join merchant_descendants below on below.merchant_id = child.descendant_id
      where child.merchant_id = ${scope.head} and child.depth = 1
      union all
      select ${scope.head}::uuid, ${scope.head}::uuid where ${scope.head} <> ${scope.reader}
    ), facts as (
      select m.branch, x.currency, x.is_current, x.day, ${collections}, 0 as payout_count, 0 as payout_success_count,
        0::bigint as payout_amount, 0::bigint as payout_fee
      from members m cross join lateral (${ofMember('orders', scope)}) x
      union all
      select m.branch, x.currency, x.is_current, x.day, 0, 0, 0, 0, ${payouts}
      from members m cross join lateral (${ofMember('payouts', scope)}) x
    )
    select currency, is_current, day::text as day, branch,
      sum(collection_count)::integer as collection_count,
      sum(collection_success_count)::integer as collection_success_count,
      sum(collection_amount)::bigint as collection_amount,
      sum(collection_fee)::bigint as collection_fee,
      sum(payout_count)::integer as payout_count,
      sum(payout_success_count)::integer as payout_success_count,
      sum(payout_amount)::bigint as payout_amount,
      sum(payout_fee)::bigint as payout_fee
    from facts
    group by grouping sets ((currency, is_current), (currency, is_current, day), (currency, is_current, branch))
    having is_current or (grouping(day) = 1 and grouping(branch) = 1)`;
}

const collections = sql`x.count as collection_count, x.success_count as collection_success_count,
  x.amount as collection_amount, x.fee as collection_fee`;
const payouts = sql`x.count, x.success_count, x.amount, x.fee`;

/** One merchant's sums by currency, period and, in the later one, day. */
function ofMember(table: 'orders' | 'payouts', { timeZone, previousStart, start, end }: StatisticsScope) {
  return sql`
    select o.currency, o.created_at >= ${start} as is_current,
      case when o.created_at >= ${start} then (o.created_at at time zone ${timeZone})::date end as day,
      count(*)::integer as count,
      (count(*) filter (where o.status = 'success'))::integer as success_count,
      coalesce(sum(o.amount) filter (where o.status = 'success'), 0)::bigint as amount,
      coalesce(sum(o.fee) filter (where o.status = 'success'), 0)::bigint as fee
    from ${sql.table(table)} o
    where o.merchant_id = m.id and o.created_at >= ${previousStart} and o.created_at < ${end}
    group by 1, 2, 3`;
}

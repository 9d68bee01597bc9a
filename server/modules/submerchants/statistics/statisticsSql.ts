import { sql, type RawBuilder } from 'kysely';
import { keptSums, OPEN_STATUSES, successRate } from '#server/figures/orderSums.ts';

interface StatisticsScope {
  /** The reading merchant, whose sub-merchants these are. */
  reader: string;
  /** All merchants below it are included, and itself unless it is the reader. */
  head: string;
  /** IANA name; days begin at its midnight. */
  timeZone: string;
  /** Start of the previous period, start of the period, and its exclusive end; all midnights. */
  previousStart: Date;
  start: Date;
  end: Date;
}

/** Figures of orders and payouts. Counts include all, amounts and fees only the successful ones. */
export interface FigureColumns {
  collection_count: number;
  collection_open_count: number;
  collection_success_count: number;
  collection_amount: bigint;
  collection_fee: bigint;
  payout_count: number;
  payout_open_count: number;
  payout_success_count: number;
  payout_amount: bigint;
  payout_fee: bigint;
}

/** The days of the first order and of the first payout, if they are in the previous period or later; otherwise null. */
export interface FirstDays {
  collection_since: string | null;
  payout_since: string | null;
}

/** Sums of one currency: of a period, a day, or a branch. */
export interface StatisticsRow extends FigureColumns, FirstDays {
  currency: string;
  is_current: boolean;
  /** `2026-03-08`; null unless the row is of a day. */
  day: string | null;
  /** The head of the branch; null unless the row is of a branch. */
  branch: string | null;
}

/** All sums in one statement, so that they are consistent under concurrent writes. */
export function statisticsRows(scope: StatisticsScope): RawBuilder<StatisticsRow> {
  const { reader, head, timeZone, previousStart, start, end } = scope;
  const within = (time: RawBuilder<unknown>) => sql`${time} >= ${previousStart} and ${time} < ${end}`;
  const before = (time: RawBuilder<unknown>) => sql`${time} < ${previousStart} and currency = firsts.currency`;
  const sinceOf = (kind: string) => sql`
    (select day from since where kind = ${kind} and currency = facts.currency) as ${sql.ref(`${kind}_since`)}`;
  return sql<StatisticsRow>`
    with members as (
      select below.merchant_id as branch, below.descendant_id as id
      from merchant_descendants child
      join merchant_descendants below on below.merchant_id = child.descendant_id
      where child.merchant_id = ${head} and child.depth = 1
      union all
      select ${head}::uuid, ${head}::uuid where ${head} <> ${reader}
    ), facts as (
      select m.branch, f.*, f.day >= (${start}::timestamptz at time zone ${timeZone})::date as is_current
      from members m cross join lateral (${factsOf(sql`m.id`, sql`${timeZone}`, within)}) f
    ), firsts as (
      select kind, currency, min(day) as day from facts group by kind, currency
    ), since as materialized (
      select kind, currency, day::text as day from firsts where not exists (
        select from members m cross join lateral (
          select from (${keptSums(sql`merchant_id = m.id and ${before(sql`bucket`)}`)}) kept where firsts.kind = 'collection'
          union all
          select from payouts where firsts.kind = 'payout' and merchant_id = m.id and ${before(sql`created_at`)}
        ) earlier
      )
    )
    select currency, is_current, day::text as day, branch, ${FIGURES},
      ${sql.join(['collection', 'payout'].map(sinceOf))}
    from facts
    group by grouping sets ((currency, is_current), (currency, is_current, day), (currency, is_current, branch))
    having is_current or (grouping(day) = 1 and grouping(branch) = 1)`;
}

/**
 * Subquery with a row for each day, currency and sub-merchant below a reader, in the reader's time zone: `merchant_id`
 * (the reader), `id`, `submerchant_id`, `day`, `currency` and figures.
 *
 * @param within condition on times; days at its bounds may be incomplete
 */
export function dayRows(within: (time: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select d.merchant_id, d.descendant_id as submerchant_id, facts.day, facts.currency,
      overlay(overlay(md5(d.descendant_id::text || facts.day::text || facts.currency) placing '8' from 13) placing '8' from 17)::uuid
        as id,
      ${FIGURES}
    from merchant_descendants d
    join merchants reader on reader.merchant_id = d.merchant_id
    cross join lateral (${factsOf(sql`d.descendant_id`, sql`reader.time_zone`, within)}) facts
    where d.depth > 0
    group by d.merchant_id, d.descendant_id, facts.day, facts.currency
  ) days`;
}

/**
 * One merchant's orders and payouts by currency, day and status. Orders come from the stored sums (docs/dashboard.md);
 * payouts, which are fewer, from the index on their times.
 */
function factsOf(
  merchantId: RawBuilder<unknown>,
  timeZone: RawBuilder<unknown>,
  within: (time: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select 'collection' as kind, currency, (bucket at time zone ${timeZone})::date as day, status,
      sum(order_count) as count, sum(amount) as amount, sum(fee) as fee
    from (${keptSums(sql`merchant_id = ${merchantId} and ${within(sql`bucket`)}`)}) kept
    group by 2, 3, 4 having sum(order_count) <> 0
    union all
    select 'payout', currency, (created_at at time zone ${timeZone})::date, status, count(*), sum(amount), sum(fee)
    from payouts where merchant_id = ${merchantId} and ${within(sql`created_at`)}
    group by 2, 3, 4`;
}

const FIGURES = sql.join(['collection', 'payout'].flatMap(figuresOf));

function figuresOf(kind: string): RawBuilder<unknown>[] {
  const sum = (of: string, type: string, where: RawBuilder<unknown>, name: string) => sql`
    coalesce(sum(${sql.ref(`facts.${of}`)}) filter (where facts.kind = ${sql.lit(kind)} and ${where}), 0)::${sql.raw(type)}
      as ${sql.ref(`${kind}_${name}`)}`;
  const succeeded = sql`facts.status = 'success'`;
  return [
    sum('count', 'integer', sql`true`, 'count'),
    sum('count', 'integer', sql`facts.status in (${sql.join(OPEN_STATUSES.map(sql.lit))})`, 'open_count'),
    sum('count', 'integer', succeeded, 'success_count'),
    sum('amount', 'bigint', succeeded, 'amount'),
    sum('fee', 'bigint', succeeded, 'fee'),
  ];
}

/** The success rate of a row's collections or payouts. */
export function rateOf(kind: 'collection' | 'payout', row: FigureColumns): number | null {
  return successRate({
    count: row[`${kind}_count`],
    open_count: row[`${kind}_open_count`],
    success_count: row[`${kind}_success_count`],
  });
}

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

/** Sums of one currency: of a period, a day, or a branch. */
export interface StatisticsRow extends FigureColumns {
  currency: string;
  is_current: boolean;
  /** `2026-03-08`; null unless the row is of a day. */
  day: string | null;
  /** The head of the branch; null unless the row is of a branch. */
  branch: string | null;
  /** The days of the first order and of the first payout that are summed here; null if there are none. */
  collection_first: string | null;
  payout_first: string | null;
}

/** All sums in one statement, so that they are consistent under concurrent writes. */
export function statisticsRows(scope: StatisticsScope): RawBuilder<StatisticsRow> {
  const { timeZone, previousStart, start, end } = scope;
  const within = (time: RawBuilder<unknown>) => sql`${time} >= ${previousStart} and ${time} < ${end}`;
  const firstOf = (kind: string) => sql`
    (min(day) filter (where kind = ${kind}))::text as ${sql.ref(`${kind}_first`)}`;
  return sql<StatisticsRow>`
    with facts as (
      select m.branch, f.*, f.day >= (${start}::timestamptz at time zone ${timeZone})::date as is_current
      from (${members(scope)}) m cross join lateral (${factsOf(sql`m.id`, sql`${timeZone}`, within)}) f
    )
    select currency, is_current, day::text as day, branch, ${FIGURES},
      ${sql.join((['collection', 'payout'] as const).map(firstOf))}
    from facts
    group by grouping sets ((currency, is_current), (currency, is_current, day), (currency, is_current, branch))
    having is_current or (grouping(day) = 1 and grouping(branch) = 1)`;
}

/** Whether there are orders and payouts of some currencies before the previous period. */
export interface Earlier {
  currency: string;
  collection: boolean;
  payout: boolean;
}

/** @param currencies at least one */
export function earlierRows(scope: StatisticsScope, currencies: readonly string[]): RawBuilder<Earlier> {
  const rows = currencies.map((currency) => {
    const before = (time: RawBuilder<unknown>) => sql`${time} < ${scope.previousStart} and currency = ${currency}`;
    const isThere = (records: RawBuilder<unknown>) => sql`
      exists (select 1 from (${members(scope)}) m cross join lateral (${records}) earlier limit 1)`;
    return sql`(${currency}::text,
      ${isThere(keptSums(sql`merchant_id = m.id and ${before(sql`bucket`)}`))},
      ${isThere(sql`select 1 from payouts where merchant_id = m.id and ${before(sql`created_at`)} offset 0`)})`;
  });
  return sql`select * from (values ${sql.join(rows)}) as earlier (currency, collection, payout)`;
}

/**
 * Subquery of the merchants in a scope, with the branch that each belongs to. They are found by their wallets, which are on the nodes of
 * their rows.
 */
function members({ reader, head }: StatisticsScope): RawBuilder<unknown> {
  return sql`
    select w.merchant_id as id, branches.branch from (
      select below.merchant_id as branch, below.descendant_id as id
      from merchant_descendants child
      join merchant_descendants below on below.merchant_id = child.descendant_id
      where child.merchant_id = ${head} and child.depth = 1
      union all
      select ${head}::uuid, ${head}::uuid where ${head} <> ${reader}
    ) branches
    join merchants m on m.merchant_id = branches.id
    join wallets w on w.merchant_id = m.merchant_id and w.currency = m.currency`;
}

/**
 * Subquery with a row for each day, currency and sub-merchant below a reader, in the reader's time zone: `merchant_id`
 * (the reader), `id`, `submerchant_id`, `day`, `currency` and figures.
 *
 * @param within condition on times; days at its bounds may be incomplete
 */
export function dayRows(within: (time: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select d.merchant_id, w.merchant_id as submerchant_id, facts.day, facts.currency,
      overlay(overlay(md5(w.merchant_id::text || facts.day::text || facts.currency) placing '8' from 13) placing '8' from 17)::uuid
        as id,
      ${FIGURES}
    from merchant_descendants d
    join merchants reader on reader.merchant_id = d.merchant_id
    join merchants m on m.merchant_id = d.descendant_id
    join wallets w on w.merchant_id = m.merchant_id and w.currency = m.currency
    cross join lateral (${factsOf(sql`w.merchant_id`, sql`reader.time_zone`, within)}) facts
    where d.depth > 0
    group by d.merchant_id, w.merchant_id, facts.day, facts.currency
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

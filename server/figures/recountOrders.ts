import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { NO_LIMITS } from '#server/db/session.ts';
import { type Check, type Found, type LedgerSide, runChecks, type Violation } from '#server/ledger/invariants.ts';

/** All sums of a row of a full join, which may be missing. */
const sumsOf = (row: string) =>
  sql.join(
    ['order_count', 'amount', 'fee', 'arrival_amount'].map((sum) => sql`coalesce(${sql.ref(`${row}.${sum}`)}, 0)`),
  );

const CHECKS: Check[] = [
  {
    rule: 'the stored order totals match the orders (to recompute them, run npm run orders:recount)',
    query: sql<Found>`
      with summed as (
        select merchant_id, bucket, currency, channel_id, status, sum(order_count) as order_count,
          sum(amount) as amount, sum(fee) as fee, sum(arrival_amount) as arrival_amount
        from (select * from order_buckets union all
          select merchant_id, bucket, currency, channel_id, status, order_count, amount, fee, arrival_amount
          from order_deltas) noted
        group by 1, 2, 3, 4, 5
      ), counted as (
        select merchant_id, order_bucket(created_at) as bucket, currency, channel_id, status, count(*) as order_count,
          sum(amount) as amount, sum(fee) as fee, sum(arrival_amount) as arrival_amount
        from orders group by 1, 2, 3, 4, 5
      )
      select merchant_id, currency, bucket::text || ' channel ' || channel_id || ' ' || status as subject,
        'orders ' || coalesce(s.order_count, 0) || ', counted ' || coalesce(c.order_count, 0)
          || '; amount ' || coalesce(s.amount, 0) || ', counted ' || coalesce(c.amount, 0) as found
      from summed s full join counted c using (merchant_id, bucket, currency, channel_id, status)
      where (${sumsOf('s')}) <> (${sumsOf('c')})`,
  },
  {
    rule: 'the stored order totals by day match those by quarter of an hour (to recompute them, run npm run orders:recount)',
    query: sql<Found>`
      with quarters as (
        select merchant_id, order_day(bucket) as day, currency, channel_id, status, sum(order_count) as order_count,
          sum(amount) as amount, sum(fee) as fee, sum(arrival_amount) as arrival_amount
        from order_buckets group by 1, 2, 3, 4, 5
      )
      select merchant_id, currency, day::text || ' channel ' || channel_id || ' ' || status as subject,
        'orders ' || coalesce(d.order_count, 0) || ', by quarter ' || coalesce(q.order_count, 0)
          || '; amount ' || coalesce(d.amount, 0) || ', by quarter ' || coalesce(q.amount, 0) as found
      from order_days d full join quarters q using (merchant_id, day, currency, channel_id, status)
      where (${sumsOf('d')}) <> (${sumsOf('q')})`,
  },
];

/**
 * Recomputes the stored sums from the orders, without blocking other work: it deletes and counts in one snapshot, and
 * later changes are recorded as deltas. Restarts if a fold happens at the same time.
 */
export async function recountOrders(db: Db): Promise<void> {
  await db.transaction(
    async (tx) => {
      await sql`delete from order_deltas`.execute(tx);
      await sql`delete from order_buckets`.execute(tx);
      await sql`delete from order_days`.execute(tx);
      await sql`
        insert into order_buckets
          (merchant_id, bucket, currency, channel_id, status, order_count, amount, fee, arrival_amount)
        select merchant_id, order_bucket(created_at), currency, channel_id, status,
          count(*), sum(amount), sum(fee), sum(arrival_amount)
        from orders group by 1, 2, 3, 4, 5`.execute(tx);
      await sql`
        insert into order_days (merchant_id, day, currency, channel_id, status, order_count, amount, fee, arrival_amount)
        select merchant_id, order_day(bucket), currency, channel_id, status,
          sum(order_count), sum(amount), sum(fee), sum(arrival_amount)
        from order_buckets group by 1, 2, 3, 4, 5`.execute(tx);
    },
    { isolationLevel: 'repeatable read', limits: NO_LIMITS },
  );
}

/** Differences between the stored sums and the orders of a side; empty if all are correct. */
export function findWrongSums(db: Db, side: LedgerSide = 'live'): Promise<Violation[]> {
  return runChecks(db, CHECKS, side);
}

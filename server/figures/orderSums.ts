import { sql, type QueryExecutorProvider } from 'kysely';

/** What the orders of one currency, channel and status come to that were made in a stretch of time. */
export interface OrderSum {
  /** Which stretch: 0 is from the first bound to the second. */
  stretch: number;
  currency: string;
  channel_id: string;
  status: 'pending' | 'success' | 'failed' | 'closed';
  count: number;
  amount: bigint;
  fee: bigint;
  /** When the last quarter of an hour begins that has any, exactly so or later within it. */
  last: Date;
}

const QUARTER_MS = 900_000;

/**
 * A merchant's orders summed up between bounds, in one statement: of one moment, and never older than the last commit.
 * Quarters of an hour are read as they are kept; one that a bound lies within is read from its orders.
 *
 * @param bounds rising, two at least; the last one is the end of the last stretch
 */
export async function orderSums(
  db: QueryExecutorProvider,
  merchantId: string,
  bounds: readonly Date[],
): Promise<OrderSum[]> {
  const times = bounds.map((bound) => bound.getTime());
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  const cut = [...new Set(times.filter((time) => time % QUARTER_MS !== 0).map((time) => time - (time % QUARTER_MS)))];
  const quarters = arrayOf(cut);
  const isWithin = sql`moment >= ${new Date(from)} and moment < ${new Date(to)}`;
  const kept = sql`
    merchant_id = ${merchantId} and bucket >= ${new Date(from)} and bucket < ${new Date(to)}
      and bucket <> all (${quarters})`;
  const { rows } = await sql<OrderSum>`
    select width_bucket(moment, ${arrayOf(times)}) - 1 as stretch, currency, channel_id, status,
      sum(order_count)::integer as count, sum(amount)::bigint as amount, sum(fee)::bigint as fee, max(moment) as last
    from (
      select bucket as moment, currency, channel_id, status, order_count, amount, fee from order_buckets where ${kept}
      union all
      select bucket, currency, channel_id, status, order_count, amount, fee from order_deltas where ${kept}
      union all
      select o.created_at, o.currency, o.channel_id, o.status, 1, o.amount, o.fee
      from unnest(${quarters}) quarter join orders o
        on o.merchant_id = ${merchantId} and o.created_at >= quarter and o.created_at < quarter + interval '15 minutes'
    ) parts
    where ${isWithin}
    group by 1, 2, 3, 4
    having sum(order_count) <> 0`.execute(db);
  return rows;
}

function arrayOf(times: readonly number[]) {
  return sql`${`{${times.map((time) => new Date(time).toISOString()).join(',')}}`}::timestamptz[]`;
}

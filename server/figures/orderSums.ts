import { millisecondsInMinute } from 'date-fns/constants';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { inCountedMerchants } from '#server/db/tenants.ts';

/** Number of orders (or payouts), of those without a result, and of those that succeeded. */
interface Outcomes {
  count: number;
  open_count: number;
  success_count: number;
}

/** Statuses of orders and payouts that have no result yet. */
export const OPEN_STATUSES = ['pending_approval', 'pending', 'processing'] as const;

/** Sum of the orders of one currency, channel and status that were created in an interval. */
export interface OrderSum {
  /** Index of the interval: 0 is from the first bound to the second. */
  interval_index: number;
  currency: string;
  channel_id: string;
  status: 'pending' | 'success' | 'failed' | 'closed';
  count: number;
  amount: bigint;
  fee: bigint;
  /** Creation times of the oldest and the newest order, accurate to a quarter of an hour. */
  first: Date;
  last: Date;
  /** True if there is no order of the currency before the first bound. */
  is_new: boolean;
}

interface Whose {
  /** Condition on an order, or on a sum of orders. */
  where: RawBuilder<boolean>;
  /** The channel that one of `parts` counts for, and the join that it needs. */
  channel: RawBuilder<unknown>;
  joined: RawBuilder<unknown>;
}

const QUARTER_MS = 15 * millisecondsInMinute;

/**
 * Sums a merchant's orders between bounds in one statement, as of one moment and including the last commit. Reads whole
 * quarters of an hour from the stored sums, and the quarter around a bound from its orders.
 *
 * @param bounds ascending, at least two; the last one ends the last interval
 */
export function orderSums(db: QueryExecutorProvider, merchantId: string, bounds: readonly Date[]): Promise<OrderSum[]> {
  const where = sql<boolean>`merchant_id = ${merchantId}`;
  return sumsBetween(db, { where, channel: sql`parts.channel_id`, joined: sql`` }, bounds);
}

/**
 * Like `orderSums` for all merchants that count, together, by the platform channel of each merchant channel; by the
 * channel itself if it isn't derived from one.
 *
 * @param only ID of the only merchant to count, or null for all
 */
export function platformOrderSums(
  db: QueryExecutorProvider,
  bounds: readonly Date[],
  only: string | null = null,
): Promise<OrderSum[]> {
  return sumsBetween(db, ofPlatform(only), bounds);
}

/**
 * Like `platformOrderSums`, and sums by merchant: its ID is in the place of the channel's. Both are read in one
 * statement, so that they add up.
 *
 * @param span of the sums by merchant
 */
export async function businessSums(
  db: QueryExecutorProvider,
  bounds: readonly Date[],
  span: { from: Date; to: Date },
): Promise<{ byChannel: OrderSum[]; byMerchant: OrderSum[] }> {
  const byMerchant = { where: inCountedMerchants(), channel: sql`parts.merchant_id`, joined: sql`` };
  const { rows } = await sql<StoredSum & { is_merchant: boolean }>`
    select false as is_merchant, sums.* from (${sumsQuery(ofPlatform(null), bounds)}) sums
    union all
    select true, sums.* from (${sumsQuery(byMerchant, [span.from, span.to])}) sums`.execute(db);
  return {
    byChannel: rows.filter(({ is_merchant }) => !is_merchant).map(orderSum),
    byMerchant: rows.filter(({ is_merchant }) => is_merchant).map(orderSum),
  };
}

function ofPlatform(only: string | null): Whose {
  const channel = sql`coalesce(c.platform_channel_id, c.id)`;
  const joined = sql`join channels c on c.merchant_id = parts.merchant_id and c.id = parts.channel_id`;
  return { where: inCountedMerchants(only), channel, joined };
}

/** A row of the database. Pending orders, which no wallet bounds, may add up to more than its bigint. */
type StoredSum = Omit<OrderSum, 'amount' | 'fee'> & { amount: string; fee: string };

const orderSum = ({ amount, fee, ...row }: StoredSum): OrderSum => ({
  ...row,
  amount: BigInt(amount),
  fee: BigInt(fee),
});

async function sumsBetween(db: QueryExecutorProvider, whose: Whose, bounds: readonly Date[]): Promise<OrderSum[]> {
  const { rows } = await sumsQuery(whose, bounds).execute(db);
  return rows.map(orderSum);
}

function sumsQuery({ where, channel, joined }: Whose, bounds: readonly Date[]): RawBuilder<StoredSum> {
  const times = bounds.map((bound) => bound.getTime());
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  const cut = [...new Set(times.filter((time) => time % QUARTER_MS !== 0).map((time) => time - (time % QUARTER_MS)))];
  const quarters = arrayOf(cut);
  const summed = sql`
    select width_bucket(moment, ${arrayOf(times)}) - 1 as interval_index, parts.currency, ${channel} as channel_id, parts.status,
      sum(order_count)::integer as count, sum(amount)::text as amount, sum(fee)::text as fee,
      min(moment) as first, max(moment) as last
    from (
      select merchant_id, bucket as moment, currency, channel_id, status, order_count, amount, fee
      from (${keptSums(sql`
        ${where} and bucket >= ${new Date(from)} and bucket < ${new Date(to)} and bucket <> all (${quarters})`)}) kept
      union all
      select o.* from (
        select distinct merchant_id, bucket from (${keptSums(sql`${where} and bucket = any (${quarters})`)}) kept
      ) quarter cross join lateral (
        select merchant_id, created_at, currency, channel_id, status, 1, amount, fee from orders
        where merchant_id = quarter.merchant_id
          and created_at >= quarter.bucket and created_at < quarter.bucket + interval '15 minutes'
        offset 0 -- by the index of their times, a quarter at a time
      ) o
    ) parts ${joined}
    where moment >= ${new Date(from)} and moment < ${new Date(to)}
    group by 1, 2, 3, 4
    having sum(order_count) <> 0`;
  const earlier = keptSums(sql`${where} and bucket < ${new Date(from)} and currency = seen.currency`);
  return sql<StoredSum>`
    with sums as materialized (${summed}), seen as (select distinct currency from sums), known as materialized (
      select currency, not exists (${earlier}) as is_new from seen
    )
    select sums.*, known.is_new from sums join known using (currency)`;
}

function arrayOf(times: readonly number[]) {
  return sql`${`{${times.map((time) => new Date(time).toISOString()).join(',')}}`}::timestamptz[]`;
}

/**
 * Subquery of the stored sums by quarter of an hour: `merchant_id, bucket, currency, channel_id, status, order_count,
 * amount, fee`. There may be several rows per key and rows without orders. Days and hours of every time zone begin at a
 * quarter.
 *
 * @param where condition on these columns
 */
export function keptSums(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select merchant_id, bucket, currency, channel_id, status, order_count, amount, fee from order_buckets where ${where}
    union all
    select merchant_id, bucket, currency, channel_id, status, order_count, amount, fee from order_deltas where ${where}`;
}

/**
 * The success rate shown everywhere: the share of successful orders among the finished ones.
 *
 * @returns basis points, rounded half up; null if no order is finished
 */
export function successRate({ count, open_count, success_count }: Outcomes): number | null {
  const finished = count - open_count;
  return finished === 0 ? null : Math.floor((success_count * 20_000 + finished) / (finished * 2));
}

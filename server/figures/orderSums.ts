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
  /** The same if it names one tenant. Nothing for many, whose sums are looked up tenant by tenant already. */
  ofOne: RawBuilder<boolean>;
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
export async function orderSums(
  db: QueryExecutorProvider,
  merchantId: string,
  bounds: readonly Date[],
): Promise<OrderSum[]> {
  const where = sql<boolean>`merchant_id = ${merchantId}`;
  const sums = sumsQuery({ where, ofOne: where, channel: sql`parts.channel_id`, joined: sql`` }, bounds);
  const { rows } = await sql<StoredSum & { is_new: boolean }>`
    with sums as materialized (${sums}), seen as (select distinct currency from sums), known as materialized (
      select currency, not exists (${earlierSums(where, bounds, sql`seen.currency`)}) as is_new from seen
    )
    select sums.*, known.is_new from sums join known using (currency)`.execute(db);
  return rows.map(orderSum);
}

/**
 * Like `orderSums` for all merchants that count, together, by the platform channel of each merchant channel; by the
 * channel itself if it isn't derived from one.
 *
 * @param only ID of the only merchant to count, or null for all
 */
export async function platformOrderSums(
  db: QueryExecutorProvider,
  bounds: readonly Date[],
  only: string | null = null,
): Promise<OrderSum[]> {
  const whose = ofPlatform(only);
  const { rows } = await sumsQuery(whose, bounds).execute(db);
  return withNews(db, whose.where, bounds, rows);
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
): Promise<{ byChannel: OrderSum[]; byMerchant: Omit<OrderSum, 'is_new'>[] }> {
  const where = inCountedMerchants();
  const byMerchant = { where, ofOne: sql<boolean>`true`, channel: sql`parts.merchant_id`, joined: sql`` };
  const { rows } = await sql<StoredSum & { is_merchant: boolean }>`
    select false as is_merchant, sums.* from (${sumsQuery(ofPlatform(null), bounds)}) sums
    union all
    select true, sums.* from (${sumsQuery(byMerchant, [span.from, span.to])}) sums`.execute(db);
  return {
    byChannel: await withNews(
      db,
      where,
      bounds,
      rows.filter(({ is_merchant }) => !is_merchant),
    ),
    byMerchant: rows.filter(({ is_merchant }) => is_merchant).map(orderSum),
  };
}

function ofPlatform(only: string | null): Whose {
  const channel = sql`coalesce(c.platform_channel_id, c.id)`;
  const joined = sql`join channels c on c.merchant_id = parts.merchant_id and c.id = parts.channel_id`;
  return { where: inCountedMerchants(only), ofOne: sql<boolean>`true`, channel, joined };
}

/** A row of the database. Pending orders, which no wallet bounds, may add up to more than its bigint. */
type StoredSum = Omit<OrderSum, 'amount' | 'fee' | 'is_new'> & { amount: string; fee: string };

const orderSum = <Row extends StoredSum>({ amount, fee, ...row }: Row) => ({
  ...row,
  amount: BigInt(amount),
  fee: BigInt(fee),
});

/** Looks up which currencies are new by conditions that don't depend on other rows, as a read over several nodes requires. */
async function withNews(
  db: QueryExecutorProvider,
  where: RawBuilder<boolean>,
  bounds: readonly Date[],
  sums: readonly StoredSum[],
): Promise<OrderSum[]> {
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  if (currencies.length === 0) return [];
  const news = currencies.map(
    (currency) =>
      sql`(${currency}::text, not exists (select 1 from (${earlierSums(where, bounds, sql`${currency}`)}) earlier limit 1))`,
  );
  const { rows } = await sql<{ currency: string; is_new: boolean }>`
    select * from (values ${sql.join(news)}) as news (currency, is_new)`.execute(db);
  const isNew = new Map(rows.map(({ currency, is_new }) => [currency, is_new]));
  return sums.map((sum) => ({ ...orderSum(sum), is_new: isNew.get(sum.currency) === true }));
}

/** Stored sums of a currency before the first bound. */
function earlierSums(where: RawBuilder<boolean>, [first]: readonly Date[], currency: RawBuilder<unknown>) {
  return keptSums(sql`${where} and bucket < ${first ?? new Date(0)} and currency = ${currency}`);
}

function sumsQuery({ where, ofOne, channel, joined }: Whose, bounds: readonly Date[]): RawBuilder<StoredSum> {
  const times = bounds.map((bound) => bound.getTime());
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  const cut = [...new Set(times.filter((time) => time % QUARTER_MS !== 0).map((time) => time - (time % QUARTER_MS)))];
  const quarters = arrayOf(cut);
  return sql<StoredSum>`
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
        where ${ofOne} and merchant_id = quarter.merchant_id
          and created_at >= quarter.bucket and created_at < quarter.bucket + interval '15 minutes'
        offset 0 -- by the index of their times, a quarter at a time
      ) o
    ) parts ${joined}
    where moment >= ${new Date(from)} and moment < ${new Date(to)}
    group by 1, 2, 3, 4
    having sum(order_count) <> 0`;
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

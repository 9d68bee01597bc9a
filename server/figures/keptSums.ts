import { sql, type RawBuilder } from 'kysely';

/**
 * The sums of orders as they are kept, by quarter of an hour: `merchant_id, bucket, currency, channel_id, status,
 * order_count, amount, fee`. Several rows may be about the same, and one without orders may be among them. Every time zone's
 * days and hours begin at a quarter.
 *
 * @param where what must hold of those columns
 */
export function keptSums(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select merchant_id, bucket, currency, channel_id, status, order_count, amount, fee from order_buckets where ${where}
    union all
    select merchant_id, bucket, currency, channel_id, status, order_count, amount, fee from order_deltas where ${where}`;
}

/** All merchants, as each index begins with the merchant: it is gone through merchant by merchant. */
export const OF_ANY_MERCHANT = sql<boolean>`merchant_id = any (array(select merchant_id from merchants))`;

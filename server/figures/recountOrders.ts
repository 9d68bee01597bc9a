import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { NO_LIMITS } from '#server/db/limits.ts';

/**
 * Makes the sums of orders anew from the orders. Nobody has to wait: what is taken away and what is counted is of one
 * moment, and changes of orders after it are noted beside. Whoever folds at the same time makes it begin again.
 */
export async function recountOrders(db: Db): Promise<void> {
  await db.transaction(
    async (tx) => {
      await sql`delete from order_deltas`.execute(tx);
      await sql`delete from order_buckets`.execute(tx);
      await sql`
        insert into order_buckets
          (merchant_id, bucket, currency, channel_id, status, order_count, amount, fee, arrival_amount)
        select merchant_id, order_bucket(created_at), currency, channel_id, status,
          count(*), sum(amount), sum(fee), sum(arrival_amount)
        from orders group by 1, 2, 3, 4, 5`.execute(tx);
    },
    { isolationLevel: 'repeatable read', limits: NO_LIMITS },
  );
}

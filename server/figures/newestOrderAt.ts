import { sql, type QueryExecutorProvider } from 'kysely';
import { keptSums, OF_ANY_MERCHANT } from './keptSums.ts';
import type { OrderSum } from './orderSums.ts';

interface Over {
  /** Null: any merchant's orders, over the channels of theirs that stand for this one of the platform. */
  merchantId: string | null;
  channelId: string;
}

/**
 * When the newest of the orders was made that some sums are of: the sums know its quarter of an hour, the orders of that
 * tell the rest. Null where there are none.
 */
export async function newestOrderAt(
  db: QueryExecutorProvider,
  { merchantId, channelId }: Over,
  sums: readonly OrderSum[],
): Promise<Date | null> {
  if (sums.length === 0) return null;
  const from = new Date(Math.max(...sums.map(({ last }) => last.getTime())));
  const statuses = sql.join([...new Set(sums.map(({ status }) => status))]);
  const isOver =
    merchantId === null
      ? sql`c.platform_channel_id = ${channelId} and c.merchant_id in (
          select merchant_id from (${keptSums(sql`${OF_ANY_MERCHANT} and bucket >= ${from}::timestamptz - interval '15 minutes'`)}) kept)`
      : sql`c.merchant_id = ${merchantId} and c.id = ${channelId}`;
  const { rows } = await sql<{ at: Date | null }>`
    select max(o.created_at) as at from channels c cross join lateral (
      select created_at from orders
      where merchant_id = c.merchant_id and channel_id = c.id and created_at >= ${from} and status in (${statuses})
      order by created_at desc limit 1
    ) o
    where ${isOver}`.execute(db);
  return rows[0]?.at ?? null;
}

import type { Kysely } from 'kysely';
import type { Database } from '#server/db/schema.ts';
import type { Order } from '#server/modules/orders/service.ts';

/** An order without a result, with the code of its channel. */
export interface OpenOrder extends Order {
  channel_code: string;
  /** The merchant wants to know how it stands. */
  asked: boolean;
  /** What its channel has said of where the payer pays. */
  pay_url: string | null;
  /** Names the books of the bank that was told of it; null: none was. */
  sent_to: string | null;
}

export async function findOpenOrder(
  db: Kysely<Database>,
  merchantId: string,
  id: string,
): Promise<OpenOrder | undefined> {
  return db
    .selectFrom('orders as o')
    .innerJoin('channels as c', (join) =>
      join.onRef('c.merchant_id', '=', 'o.merchant_id').onRef('c.id', '=', 'o.channel_id'),
    )
    .innerJoin('order_jobs as j', (join) =>
      join.onRef('j.merchant_id', '=', 'o.merchant_id').onRef('j.order_id', '=', 'o.id'),
    )
    .where('o.merchant_id', '=', merchantId)
    .where('o.id', '=', id)
    .where('o.status', '=', 'pending')
    .selectAll('o')
    .select(['c.code as channel_code', 'j.asked', 'j.pay_url', 'j.sent_to'])
    .executeTakeFirst();
}

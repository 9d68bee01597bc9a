import type { Kysely } from 'kysely';
import type { QueryBody, CollectData, PayoutData } from '#shared/contract/gateway.ts';
import { debitAmount } from '#shared/money/fee.ts';
import type { Database } from '#server/db/schema.ts';
import type { Order } from '#server/modules/orders/service.ts';
import type { Payout } from '#server/modules/payouts/service.ts';

/** By which an order is known; with several, all must fit. */
type Numbers = Pick<QueryBody, 'order_no' | 'merchant_order_no'> & { id?: string };

/** With the code of the channel, and where the payer pays; null: nobody has said, or it is over. */
export type FoundOrder = Order & { channel_code: string; pay_url: string | null };

/** With the code of the channel. */
export type FoundPayout = Payout & { channel_code: string };

/** The merchant's order of a number or id; undefined also without any. */
export async function findOrder(
  db: Kysely<Database>,
  merchantId: string,
  { id, order_no, merchant_order_no }: Numbers,
): Promise<FoundOrder | undefined> {
  if ((id ?? order_no ?? merchant_order_no) === undefined) return undefined;
  let query = db
    .selectFrom('orders as o')
    .innerJoin('channels as c', (join) =>
      join.onRef('c.merchant_id', '=', 'o.merchant_id').onRef('c.id', '=', 'o.channel_id'),
    )
    // It is there as long as the order waits.
    .leftJoin('order_jobs as j', (join) =>
      join.onRef('j.merchant_id', '=', 'o.merchant_id').onRef('j.order_id', '=', 'o.id'),
    )
    .where('o.merchant_id', '=', merchantId);
  if (id !== undefined) query = query.where('o.id', '=', id);
  if (order_no !== undefined) query = query.where('o.order_no', '=', order_no);
  if (merchant_order_no !== undefined) query = query.where('o.merchant_order_no', '=', merchant_order_no);
  return query.selectAll('o').select(['c.code as channel_code', 'j.pay_url']).executeTakeFirst();
}

/** The same of a payout that the merchant's server has asked for. */
export async function findPayout(
  db: Kysely<Database>,
  merchantId: string,
  { id, order_no, merchant_order_no }: Numbers,
): Promise<FoundPayout | undefined> {
  if ((id ?? order_no ?? merchant_order_no) === undefined) return undefined;
  let query = db
    .selectFrom('payouts as o')
    .innerJoin('channels as c', (join) =>
      join.onRef('c.merchant_id', '=', 'o.merchant_id').onRef('c.id', '=', 'o.channel_id'),
    )
    .where('o.merchant_id', '=', merchantId)
    .where('o.source', '=', 'api');
  if (id !== undefined) query = query.where('o.id', '=', id);
  if (order_no !== undefined) query = query.where('o.order_no', '=', order_no);
  if (merchant_order_no !== undefined) query = query.where('o.merchant_order_no', '=', merchant_order_no);
  return query.selectAll('o').select('c.code as channel_code').executeTakeFirst();
}

/** An order as its merchant's server is told of it. */
export function presentOrder(order: FoundOrder): CollectData {
  const { amount, fee, deduction, arrival_amount, pay_url, status, expires_at, succeeded_at } = order;
  return {
    type: 'collect',
    ...common(order),
    merchant_order_no: order.merchant_order_no,
    payer_amount: String(debitAmount(amount, fee, deduction)),
    arrival_amount: String(arrival_amount),
    pay_url,
    status,
    expires_at: expires_at?.toISOString() ?? null,
    succeeded_at: succeeded_at?.toISOString() ?? null,
  };
}

/** The same of a payout. */
export function presentPayout(payout: FoundPayout): PayoutData {
  const { debit_amount, payee_name, card_number_masked, bank_name, status, finished_at } = payout;
  return {
    type: 'payout',
    ...common(payout),
    merchant_order_no: payout.merchant_order_no ?? '',
    debit_amount: String(debit_amount),
    payee_name,
    card_number: card_number_masked,
    bank_name,
    status,
    finished_at: finished_at?.toISOString() ?? null,
  };
}

function common(row: FoundOrder | FoundPayout) {
  const { order_no, channel_code, currency, amount, fee, channel_order_no, error_code, error_msg, created_at } = row;
  return {
    order_no,
    channel: channel_code,
    currency,
    amount: String(amount),
    fee: String(fee),
    channel_order_no,
    error_code,
    error_msg,
    created_at: created_at.toISOString(),
  };
}

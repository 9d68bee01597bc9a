import { type RawBuilder, sql } from 'kysely';
import { later } from '#server/db/later.ts';
import type { Tx } from '#server/db/schema.ts';
import type { OrderEvent } from '#server/ledger/postings.ts';
import type { OutflowRow } from '#server/money/approvals.ts';
import { book, type Booking } from '#server/money/book.ts';
import type { Refund } from './newRefund.ts';

/** Changes the order's sums of its refunds, by minor units. */
export async function countOnOrder(
  tx: Tx,
  { merchant_id, order_id }: Refund,
  { open, refunded }: { open: bigint; refunded: bigint },
  at: Date,
): Promise<void> {
  const count = tx
    .updateTable('orders')
    .set((eb) => ({
      refund_open_amount: eb('refund_open_amount', '+', open),
      refunded_amount: eb('refunded_amount', '+', refunded),
      updated_at: at,
    }))
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', order_id);
  await later(tx, count);
}

/**
 * Statement that counts ended refunds of one tenant on their orders, to be combined with others. Locks the orders, always
 * in the order of their IDs.
 */
export function countingOnOrders(merchantId: string, ended: readonly Refund[], at: Date): RawBuilder<unknown> {
  const parts = ended.map(({ order_id, amount, status }) => {
    return { order_id, open: String(amount), refunded: status === 'success' ? String(amount) : '0' };
  });
  return sql`
    update orders o set refund_open_amount = o.refund_open_amount - part.open,
      refunded_amount = o.refunded_amount + part.refunded, updated_at = ${at}::timestamptz
    from (
      select order_id, sum(open)::bigint as open, sum(refunded)::bigint as refunded
      from json_to_recordset(${JSON.stringify(parts)}::json) part (order_id uuid, open bigint, refunded bigint)
      group by order_id
    ) part
    where o.merchant_id = ${merchantId} and o.id = part.order_id and o.id in (
      select id from orders
      where merchant_id = ${merchantId} and id = any (${ended.map(({ order_id }) => order_id)}::uuid[])
      order by id for update
    )`;
}

/** Books an event of a refund on the merchant's wallet. */
export async function bookRefund(tx: Tx, row: Refund, kind: OrderEvent, at: Date): Promise<void> {
  await book(tx, { merchantId: row.merchant_id, currency: row.currency, at }, [bookingOf(row, kind)]);
}

/** Books the ends of refunds of one merchant in one currency, in their order. */
export async function bookRefunds(tx: Tx, ended: readonly Refund[], at: Date): Promise<void> {
  const [first] = ended;
  if (!first) return;
  const kindOf = ({ status }: Refund) => (status === 'success' ? 'refund_succeeded' : 'refund_released');
  const { merchant_id: merchantId, currency } = first;
  await book(tx, { merchantId, currency, at }, ended.map((row) => bookingOf(row, kindOf(row)))); // prettier-ignore
}

function bookingOf({ id, refund_no, amount, fee_returned: fee, deduction }: Refund, kind: OrderEvent): Booking {
  return { event: { kind, amount, fee, deduction }, businessId: id, businessOrderNo: refund_no };
}

/** A refund that passes without approval. @param makerId ID of the user or signing key */
export function outflowOf(
  { merchant_id, id: record_id, order_id, currency, amount, created_at: at }: Refund,
  makerId: string,
) {
  const row: OutflowRow = {
    merchant_id,
    record_id,
    kind: 'refund',
    maker_id: makerId,
    account: order_id,
    currency,
    amount,
    at,
  };
  return row;
}

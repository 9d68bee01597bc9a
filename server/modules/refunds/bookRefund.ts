import { later } from '#server/db/later.ts';
import type { Tx } from '#server/db/schema.ts';
import type { OrderEvent } from '#server/ledger/postings.ts';
import type { OutflowRow } from '#server/money/approvals.ts';
import { book } from '#server/money/book.ts';
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

/** Books an event of a refund on the merchant's wallet. */
export async function bookRefund(tx: Tx, row: Refund, kind: OrderEvent, at: Date): Promise<void> {
  const { merchant_id: merchantId, id, refund_no, currency, amount, fee_returned: fee, deduction } = row;
  const event = { kind, amount, fee, deduction };
  await book(tx, { merchantId, currency, at }, [{ event, businessId: id, businessOrderNo: refund_no }]);
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

import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { RefundsTable } from '#server/db/schema.ts';
import type { Order } from '#server/modules/orders/service.ts';
import { newNumber } from '#server/money/newNumber.ts';
import type { RefundTerms } from './refundTerms.ts';

export type Refund = Selectable<RefundsTable>;

export type NewRefund = Pick<Refund, 'amount' | 'reason' | 'source' | 'status'> & {
  merchantRefundNo: string | null;
  notifyUrl: string | null;
  creatorId: string | null;
};

/** The row of a new refund of an order. */
export function newRefund(order: Order, terms: RefundTerms, wanted: NewRefund, at: Date): Refund {
  const { merchantRefundNo, notifyUrl, creatorId, ...given } = wanted;
  return {
    merchant_id: order.merchant_id,
    id: uuidv7({ msecs: at.getTime() }),
    refund_no: newNumber('F', at),
    merchant_refund_no: merchantRefundNo,
    order_id: order.id,
    order_no: order.order_no,
    channel_id: order.channel_id,
    ...given,
    fee_returned: terms.feeReturned,
    payer_amount: terms.payerAmount,
    debit_amount: terms.debit,
    refund_fee: terms.rule,
    deduction: order.deduction,
    currency: order.currency,
    creator_id: creatorId,
    approver_id: null,
    reject_reason: null,
    decided_at: null,
    channel_refund_no: null,
    notify_url: notifyUrl,
    notify_status: 'none',
    error_code: null,
    error_msg: null,
    finished_at: null,
    created_at: at,
    updated_at: at,
  };
}

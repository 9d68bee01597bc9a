import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { RefundsTable } from '#server/db/schema.ts';
import type { Order } from '#server/modules/orders/service.ts';
import { NO_NOTE } from '#server/money/checkers.ts';
import { newNumber } from '#server/money/newNumber.ts';
import type { RefundTerms } from './refundTerms.ts';

export type Refund = Selectable<RefundsTable>;

export type NewRefund = Pick<
  Refund,
  | 'amount'
  | 'reason'
  | 'source'
  | 'status'
  | 'merchant_refund_no'
  | 'notify_url'
  | 'creator_id'
  | 'approval_rule'
  | 'approval_sum'
  | 'key_name'
  | 'key_maker_ids'
>;

/** The row of a new refund of an order. */
export function newRefund(order: Order, terms: RefundTerms, wanted: NewRefund, at: Date): Refund {
  const { left: _, ...figures } = terms;
  return {
    merchant_id: order.merchant_id,
    id: uuidv7({ msecs: at.getTime() }),
    refund_no: newNumber('F', at),
    order_id: order.id,
    order_no: order.order_no,
    channel_id: order.channel_id,
    ...wanted,
    ...figures,
    deduction: order.deduction,
    currency: order.currency,
    approver_id: null,
    reject_reason: null,
    decided_at: null,
    ...NO_NOTE,
    channel_refund_no: null,
    notify_status: 'none',
    error_code: null,
    error_msg: null,
    finished_at: null,
    created_at: at,
    updated_at: at,
  };
}

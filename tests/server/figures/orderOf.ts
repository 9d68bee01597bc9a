import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { OrdersTable, PayoutsTable } from '#server/db/schema.ts';

type Order = Selectable<OrdersTable>;
type Payout = Selectable<PayoutsTable>;

/** A row of an order, as created for a merchant's system. */
export function orderOf(
  merchantId: string,
  channelId: string,
  of: Pick<Order, 'created_at' | 'currency' | 'status' | 'amount' | 'fee'>,
): Order {
  const id = uuidv7();
  return {
    merchant_id: merchantId,
    id,
    order_no: id,
    merchant_order_no: id,
    channel_order_no: null,
    channel_id: channelId,
    arrival_amount: 1n,
    rate_bps: 60,
    fixed_fee: 0n,
    deduction: 'inner',
    subject: null,
    payer_name: null,
    client_ip: null,
    notify_url: null,
    return_url: null,
    notify_status: 'none',
    error_code: null,
    error_msg: null,
    expires_at: null,
    succeeded_at: null,
    updated_at: of.created_at,
    refunded_amount: 0n,
    refund_open_amount: 0n,
    ...of,
  };
}

/** A row of a payout order. */
export function payoutOf(
  merchantId: string,
  channelId: string,
  of: Pick<Payout, 'created_at' | 'currency' | 'status' | 'amount' | 'fee'>,
): Payout {
  const id = uuidv7();
  return {
    merchant_id: merchantId,
    id,
    order_no: id,
    merchant_order_no: id,
    channel_order_no: null,
    source: 'api',
    batch_id: null,
    payment_request_id: null,
    channel_id: channelId,
    debit_amount: of.amount,
    rate_bps: 60,
    fixed_fee: 0n,
    deduction: 'outer',
    payee_name: 'Ada',
    card_number: 'x',
    bank_name: 'Bank',
    card_number_masked: '6222 **** 1234',
    branch_name: null,
    remark: null,
    creator_id: null,
    notify_url: null,
    notify_status: 'none',
    error_code: null,
    error_msg: null,
    finished_at: null,
    updated_at: of.created_at,
    ...of,
  };
}

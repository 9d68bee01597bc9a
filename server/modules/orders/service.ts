import { addMinutes } from 'date-fns/addMinutes';
import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type Order as ShownOrder, orderSchema } from '#shared/contract/order.ts';
import { EVENTS } from '#shared/contract/webhooks.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { OrdersTable, Tx } from '#server/db/schema.ts';
import { orderJobs } from '#server/jobs/jobQueue.ts';
import { queueEvent } from '#server/jobs/queueEvent.ts';
import { book } from '#server/money/book.ts';
import { newNumber } from '#server/money/newNumber.ts';
import type { Charge } from '#server/money/quote.ts';
import { rowSource } from '#server/resources/tableSource.ts';
import { updateRow } from '#server/db/rows.ts';
import { lockForMove } from '#server/states/lockForMove.ts';

export type Order = Selectable<OrdersTable>;

interface NewOrder extends Pick<
  Order,
  'merchant_order_no' | 'subject' | 'payer_name' | 'client_ip' | 'notify_url' | 'return_url'
> {
  charge: Charge;
  channelId: string;
  lifetimeMinutes: number;
  /** Claims the job for its creator until then; absent makes it due immediately. */
  leftUntil?: Date;
}

/** Final result from the channel. `closed`: nobody has paid, and payments will be rejected. */
export type OrderOutcome =
  | { status: 'success'; channelOrderNo: string }
  | { status: 'failed'; errorCode: string; errorMessage: string }
  | { status: 'closed' };

export type Orders = ReturnType<typeof createOrders>;

/** Collections: money that a merchant requests from a payer, credited once the channel has received it. */
export function createOrders({ clock }: { clock: Clock }) {
  /**
   * Creates an order, unless the merchant has one of that number.
   * @returns undefined if it exists, possibly created by a concurrent transaction
   */
  async function begin(tx: Tx, merchantId: string, wanted: NewOrder): Promise<Order | undefined> {
    const at = clock.now();
    const order = await tx
      .insertInto('orders')
      .values(newRow(merchantId, wanted, at))
      .onConflict((conflict) => conflict.columns(['merchant_id', 'merchant_order_no']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (order) await orderJobs.add(tx, merchantId, [order.id], wanted.leftUntil ?? at);
    return order;
  }

  /** Ends an order with the channel's result. @throws {ConflictError} if it has ended before */
  async function settle(tx: Tx, merchantId: string, id: string, outcome: OrderOutcome): Promise<Order> {
    const at = clock.now();
    const row = await lockForMove(tx, 'orders', { merchantId, id, to: outcome.status });
    const after = await updateRow(tx, 'orders', row, {
      status: outcome.status,
      ...saidOf(outcome),
      updated_at: at,
      ...(outcome.status === 'success' && { succeeded_at: at }),
      ...(row.notify_url !== null && { notify_status: 'pending' }),
    });
    const ended = { ...after, number: after.order_no, merchantNumber: after.merchant_order_no };
    await queueEvent(tx, 'orders', ended, { event: EVENTS.orders[outcome.status], at });
    if (outcome.status !== 'success') return after;
    const { amount, fee, deduction, currency, order_no } = after;
    const event = { kind: 'collection_succeeded' as const, amount, fee, deduction };
    await book(tx, { merchantId, currency, at }, [{ event, businessId: id, businessOrderNo: order_no }]);
    return after;
  }

  return { begin, settle };
}

function newRow(
  merchantId: string,
  { charge, channelId, lifetimeMinutes, leftUntil: _, ...given }: NewOrder,
  at: Date,
): Order {
  const { debit_amount: __, ...charged } = charge;
  return {
    merchant_id: merchantId,
    id: uuidv7({ msecs: at.getTime() }),
    order_no: newNumber('C', at),
    ...charged,
    ...given,
    channel_id: channelId,
    channel_order_no: null,
    notify_status: 'none',
    status: 'pending',
    error_code: null,
    error_msg: null,
    expires_at: addMinutes(at, lifetimeMinutes),
    succeeded_at: null,
    refunded_amount: 0n,
    refund_open_amount: 0n,
    created_at: at,
    updated_at: at,
  };
}

function saidOf(outcome: OrderOutcome): Partial<Order> {
  switch (outcome.status) {
    case 'success':
      return { channel_order_no: outcome.channelOrderNo, error_code: null, error_msg: null };
    case 'failed':
      return { error_code: outcome.errorCode, error_msg: outcome.errorMessage };
    case 'closed':
      return { error_code: null, error_msg: null };
  }
}

/** A row in API form: amounts as digits, times in ISO 8601 UTC, without the tenant. */
function presentOrder({ merchant_id: _, ...row }: Selectable<OrdersTable>): ShownOrder {
  return {
    ...row,
    amount: row.amount.toString(),
    fee: row.fee.toString(),
    arrival_amount: row.arrival_amount.toString(),
    fixed_fee: row.fixed_fee.toString(),
    refunded_amount: row.refunded_amount.toString(),
    refund_open_amount: row.refund_open_amount.toString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const ordersSource = (db: Db) => rowSource(db, sql.table('orders'), presentOrder, orderSchema.keyof().options);

import { addMinutes } from 'date-fns/addMinutes';
import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type Order as ShownOrder, orderSchema } from '#shared/contract/order.ts';
import { EVENTS } from '#shared/contract/webhooks.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { OrdersTable, Tx } from '#server/db/schema.ts';
import { queueEvents } from '#server/jobs/queueEvents.ts';
import { book, type Booking } from '#server/money/book.ts';
import { newNumber } from '#server/money/newNumber.ts';
import type { Charge } from '#server/money/quote.ts';
import type { SearchIndexes } from '#server/resources/SearchIndexes.ts';
import { rowSource } from '#server/resources/tableSource.ts';
import { updating } from '#server/db/rows.ts';
import { lockAllForMove } from '#server/states/lockForMove.ts';
import { orderTotals } from './orderTotals.ts';

export type Order = Selectable<OrdersTable>;

interface NewOrder extends Pick<
  Order,
  'merchant_order_no' | 'subject' | 'payer_name' | 'client_ip' | 'notify_url' | 'return_url'
> {
  charge: Charge;
  channelId: string;
  lifetimeMinutes: number;
}

/** Final result from the channel. `closed`: nobody has paid, and payments will be rejected. */
export type OrderOutcome =
  | { status: 'success'; channelOrderNo: string }
  | { status: 'failed'; errorCode: string; errorMessage: string }
  | { status: 'closed' };

/** An order with its result. */
export interface OrderResult {
  id: string;
  outcome: OrderOutcome;
}

export type Orders = ReturnType<typeof createOrders>;

/** Collections: money that a merchant requests from a payer, credited once the channel has received it. */
export function createOrders({ clock }: { clock: Clock }) {
  /**
   * Ends orders of one merchant in one currency with the channel's results, all or none. Takes the same number of round
   * trips for any number of orders. The wallet is locked last.
   * @param results each order once
   * @returns the orders in the order of `results`
   * @throws {ConflictError} if one of the orders has ended before, or the wallet can't hold its amount
   */
  async function settleAll(tx: Tx, merchantId: string, results: readonly OrderResult[]): Promise<Order[]> {
    const at = clock.now();
    const moves = results.map((result) => ({ ...result, to: result.outcome.status }));
    const locked = await lockAllForMove(tx, 'orders', merchantId, moves);
    const after = locked.map(({ row, move }) => endedRow(row, move.outcome, at));
    const [first] = after;
    if (!first) return [];
    const ended = locked.map(({ row, move }) => ({
      ...{ id: row.id, number: row.order_no, merchantNumber: row.merchant_order_no, notify_url: row.notify_url },
      event: EVENTS.orders[move.outcome.status],
    }));
    await queueEvents(tx, 'orders', { merchantId, ended, at }, [updating('orders', merchantId, ENDED_COLUMNS, after)]);
    const paid = after.filter(({ status }) => status === 'success');
    await book(tx, { merchantId, currency: first.currency, at }, paid.map(creditOf)); // prettier-ignore
    return after;
  }

  /** Like `settleAll`, for one order. */
  async function settle(tx: Tx, merchantId: string, id: string, outcome: OrderOutcome): Promise<Order> {
    const [after] = await settleAll(tx, merchantId, [{ id, outcome }]);
    if (!after) throw new Error('unreachable: an order that has not ended is returned');
    return after;
  }

  /** The row of a new order, to be written together with its job. */
  function prepare(merchantId: string, wanted: NewOrder): Order {
    return newRow(merchantId, wanted, clock.now());
  }

  return { prepare, settle, settleAll };
}

function newRow(merchantId: string, { charge, channelId, lifetimeMinutes, ...given }: NewOrder, at: Date): Order {
  const { debit_amount: _, ...charged } = charge;
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

/** Columns that the end of an order changes. */
const ENDED_COLUMNS = [
  ...(['status', 'channel_order_no', 'error_code', 'error_msg'] as const),
  ...(['notify_status', 'succeeded_at', 'updated_at'] as const),
];

function endedRow(row: Order, outcome: OrderOutcome, at: Date): Order {
  return {
    ...row,
    status: outcome.status,
    ...saidOf(outcome),
    updated_at: at,
    ...(outcome.status === 'success' && { succeeded_at: at }),
    ...(row.notify_url !== null && { notify_status: 'pending' }),
  };
}

function creditOf({ id, order_no, amount, fee, deduction }: Order): Booking {
  return {
    event: { kind: 'collection_succeeded', amount, fee, deduction },
    businessId: id,
    businessOrderNo: order_no,
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

export const ordersSource = (db: Db, indexes?: SearchIndexes) =>
  rowSource(db, sql.table('orders'), presentOrder, orderSchema.keyof().options, {
    totals: orderTotals,
    ...(indexes && { indexes }),
  });

import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { QueryBody } from '#shared/contract/gateway.ts';
import type { CollectData, PayoutData, RefundData } from '#shared/contract/gatewayAnswers.ts';
import { debitAmount } from '#shared/money/fee.ts';
import type { Database, DbOrTx, NotifiedResource } from '#server/db/schema.ts';
import { inTenant } from '#server/db/rows.ts';
import type { Order } from '#server/modules/orders/service.ts';
import type { Payout } from '#server/modules/payouts/service.ts';
import type { Refund } from '#server/modules/refunds/service.ts';

/** Identifiers of an order; all given ones must match. */
type Numbers = Pick<QueryBody, 'order_no' | 'merchant_order_no'> & { id?: string };

/** With the channel's code and the payment page; null if the channel hasn't returned one or the order has ended. */
export type FoundOrder = Order & { channel_code: string; pay_url: string | null };

/** With the channel's code. */
export type FoundPayout = Payout & { channel_code: string };

/** With the code of the channel and the merchant's number of the order. */
export type FoundRefund = Refund & { channel_code: string; merchant_order_no: string };

type Rows<T extends NotifiedResource> = SelectQueryBuilder<Database, T, Selectable<Database[T]>>;

/** All orders of a merchant, to be narrowed. */
export const ordersOf = (db: DbOrTx, merchantId: string): Rows<'orders'> =>
  db.selectFrom('orders').where('merchant_id', '=', merchantId).selectAll();

/** Like `ordersOf`, payouts requested through the gateway. */
export const payoutsOf = (db: DbOrTx, merchantId: string): Rows<'payouts'> =>
  db.selectFrom('payouts').where('merchant_id', '=', merchantId).where('source', '=', 'api').selectAll();

const payoutOf = (db: DbOrTx, merchantId: string, id: string): Rows<'payouts'> =>
  db.selectFrom('payouts').where('merchant_id', '=', merchantId).where('id', '=', id).selectAll();

/** Like `ordersOf`, refunds from any source. */
export const refundsOf = (db: DbOrTx, merchantId: string): Rows<'refunds'> =>
  db.selectFrom('refunds').where('merchant_id', '=', merchantId).selectAll();

/** Adds what `presentOrder` needs. */
export function foundOrders(db: DbOrTx, orders: Rows<'orders'>) {
  return (
    db
      .selectFrom(orders.as('o'))
      .innerJoin('channels as c', inTenant('c.id', 'o.channel_id'))
      // The job exists as long as the order is pending.
      .leftJoin('order_jobs as j', inTenant('j.order_id', 'o.id'))
      .selectAll('o')
      .select(['c.code as channel_code', 'j.pay_url'])
  );
}

/** Adds what `presentPayout` needs. */
export function foundPayouts(db: DbOrTx, payouts: Rows<'payouts'>) {
  return db
    .selectFrom(payouts.as('o'))
    .innerJoin('channels as c', inTenant('c.id', 'o.channel_id'))
    .selectAll('o')
    .select('c.code as channel_code');
}

/** Adds what `presentRefund` needs. */
export function foundRefunds(db: DbOrTx, refunds: Rows<'refunds'>) {
  return db
    .selectFrom(refunds.as('o'))
    .innerJoin('channels as c', inTenant('c.id', 'o.channel_id'))
    .innerJoin('orders as p', inTenant('p.id', 'o.order_id'))
    .selectAll('o')
    .select(['c.code as channel_code', 'p.merchant_order_no']);
}

/** The merchant's order with these identifiers; undefined if none matches or none is given. */
export async function findOrder(
  db: DbOrTx,
  merchantId: string,
  { id, order_no, merchant_order_no }: Numbers,
): Promise<FoundOrder | undefined> {
  if ((id ?? order_no ?? merchant_order_no) === undefined) return undefined;
  let orders = ordersOf(db, merchantId);
  if (id !== undefined) orders = orders.where('id', '=', id);
  if (order_no !== undefined) orders = orders.where('order_no', '=', order_no);
  if (merchant_order_no !== undefined) orders = orders.where('merchant_order_no', '=', merchant_order_no);
  return foundOrders(db, orders).executeTakeFirst();
}

/** Like `findOrder`, for payouts requested through the gateway; by ID for any payout. */
export async function findPayout(
  db: DbOrTx,
  merchantId: string,
  { id, order_no, merchant_order_no }: Numbers,
): Promise<FoundPayout | undefined> {
  if ((id ?? order_no ?? merchant_order_no) === undefined) return undefined;
  let payouts = id === undefined ? payoutsOf(db, merchantId) : payoutOf(db, merchantId, id);
  if (order_no !== undefined) payouts = payouts.where('order_no', '=', order_no);
  if (merchant_order_no !== undefined) payouts = payouts.where('merchant_order_no', '=', merchant_order_no);
  return foundPayouts(db, payouts).executeTakeFirst();
}

/** The merchant's refund with these identifiers, from any source; undefined if none matches or none is given. */
export async function findRefund(
  db: DbOrTx,
  merchantId: string,
  { id, refund_no, merchant_refund_no }: Pick<QueryBody, 'refund_no' | 'merchant_refund_no'> & { id?: string },
): Promise<FoundRefund | undefined> {
  if ((id ?? refund_no ?? merchant_refund_no) === undefined) return undefined;
  let refunds = refundsOf(db, merchantId);
  if (id !== undefined) refunds = refunds.where('id', '=', id);
  if (refund_no !== undefined) refunds = refunds.where('refund_no', '=', refund_no);
  if (merchant_refund_no !== undefined) refunds = refunds.where('merchant_refund_no', '=', merchant_refund_no);
  return foundRefunds(db, refunds).executeTakeFirst();
}

/** A result in the gateway's API form, and the URL that it is posted to. */
interface FoundResult {
  result: CollectData | PayoutData | RefundData;
  url: string | null;
}

/** The result of an order, payout or refund; undefined if the merchant has none of that ID. */
export async function findResult(
  db: DbOrTx,
  merchantId: string,
  { resource, id }: { resource: NotifiedResource; id: string },
): Promise<FoundResult | undefined> {
  switch (resource) {
    case 'orders': {
      const order = await findOrder(db, merchantId, { id });
      return order && { result: presentOrder(order), url: order.notify_url };
    }
    case 'payouts': {
      const payout = await findPayout(db, merchantId, { id });
      return payout && { result: presentPayout(payout), url: payout.notify_url };
    }
    case 'refunds': {
      const refund = await findRefund(db, merchantId, { id });
      return refund && { result: presentRefund(refund), url: refund.notify_url };
    }
  }
}

/** An order in the gateway's API form. */
export function presentOrder(order: FoundOrder): CollectData {
  const { amount, fee, deduction, arrival_amount, pay_url, status, expires_at, succeeded_at } = order;
  return {
    type: 'collect',
    ...common(order),
    merchant_order_no: order.merchant_order_no,
    payer_amount: String(debitAmount(amount, fee, deduction)),
    arrival_amount: String(arrival_amount),
    refunded_amount: String(order.refunded_amount),
    pay_url,
    status,
    expires_at: expires_at?.toISOString() ?? null,
    succeeded_at: succeeded_at?.toISOString() ?? null,
  };
}

/** A payout in the gateway's API form. */
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

/** A refund in the gateway's API form. */
export function presentRefund(refund: FoundRefund): RefundData {
  const { refund_no, merchant_refund_no, order_no, merchant_order_no, currency, channel_refund_no, status } = refund;
  const { error_code, error_msg, created_at, finished_at } = refund;
  return {
    type: 'refund',
    refund_no,
    merchant_refund_no,
    order_no,
    merchant_order_no,
    currency,
    channel_refund_no,
    status,
    channel: refund.channel_code,
    amount: String(refund.amount),
    fee_returned: String(refund.fee_returned),
    payer_amount: String(refund.payer_amount),
    debit_amount: String(refund.debit_amount),
    error_code,
    error_msg,
    created_at: created_at.toISOString(),
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

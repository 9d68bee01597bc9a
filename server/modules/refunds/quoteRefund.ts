import type { RefundQuote } from '#shared/contract/refunds.ts';
import type { DbOrTx } from '#server/db/schema.ts';
import { readAvailable } from '#server/ledger/wallets.ts';
import { checkCovered } from '#server/money/quote.ts';
import { tenantSettings } from '#server/money/tenant.ts';
import type { WireRecord } from '#server/resources/RecordSource.ts';
import { leftToRefund, refundNeedsApproval, refundTerms } from './refundTerms.ts';
import { readOrder } from './service.ts';

/**
 * Returns what a refund would do if it were made now. Takes no lock and writes nothing.
 * @param amount minor units
 * @throws the errors of `request` of the refunds; with the quote if only the balance is too low
 */
export async function quoteRefund(
  db: DbOrTx,
  merchantId: string,
  orderId: string,
  amount: bigint,
): Promise<RefundQuote> {
  const tenant = await tenantSettings(db, merchantId);
  const order = await readOrder(db, merchantId, orderId);
  const { left, refund_fee, fee_returned, payer_amount, debit_amount } = await refundTerms(db, order, amount, tenant);
  const available = await readAvailable(db, merchantId, order.currency);
  const quoted: RefundQuote = {
    currency: order.currency,
    amount: amount.toString(),
    left: left.toString(),
    refund_fee,
    fee_returned: fee_returned.toString(),
    payer_amount: payer_amount.toString(),
    debit_amount: debit_amount.toString(),
    available: available.toString(),
    available_after: (available - debit_amount).toString(),
    needs_approval: refundNeedsApproval(order, amount, tenant),
  };
  checkCovered({ debit_amount, currency: order.currency }, available, tenant, quoted);
  return quoted;
}

/**
 * Facts for the approver of a pending refund: the order, its other refunds, the amount left, and the balance, from
 * which the refund is frozen already.
 */
export async function refundFacts(db: DbOrTx, merchantId: string, record: WireRecord) {
  if (record['status'] !== 'pending_approval') return {};
  const refund = await db
    .selectFrom('refunds')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', record.id)
    .select(['order_id', 'amount'])
    .executeTakeFirstOrThrow();
  const order = await readOrder(db, merchantId, refund.order_id);
  const available = await readAvailable(db, merchantId, order.currency);
  const left = leftToRefund(order);
  return {
    order_amount: order.amount.toString(),
    refunded_before: (order.amount - left - refund.amount).toString(),
    left_after: left.toString(),
    payer_name: order.payer_name,
    succeeded_at: order.succeeded_at?.toISOString() ?? null,
    available: available.toString(),
  };
}

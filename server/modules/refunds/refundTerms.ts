import { arrivalAmount, debitAmount } from '#shared/money/fee.ts';
import { amountInWords } from '#shared/money/amountInWords.ts';
import { refundedFee, type RefundFee } from '#shared/money/refundFee.ts';
import type { OwnCurrency } from '@merchant-console/declaration';
import type { DbOrTx } from '#server/db/schema.ts';
import { together } from '#server/db/together.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import type { Order } from '#server/modules/orders/service.ts';
import { type Approval, approvalOf } from '#server/money/approvals.ts';
import type { TenantSettings } from '#server/money/tenant.ts';

/** The effect of a refund on payer and merchant, in minor units. */
export interface RefundTerms {
  /** The refundable amount of the order. */
  left: bigint;
  fee_returned: bigint;
  /** Amount that leaves the merchant's balance. */
  debit_amount: bigint;
  /** Amount that the payer gets back. */
  payer_amount: bigint;
  refund_fee: RefundFee;
}

/** The refundable amount of an order in minor units; 0n unless the order was successful. */
export function leftToRefund({ status, amount, refunded_amount, refund_open_amount }: Order): bigint {
  return status === 'success' ? amount - refunded_amount - refund_open_amount : 0n;
}

/**
 * The rule that asks for approval of a user's refund, or null if it may pass. Lock the order and the wallet first if the
 * refund is to be made.
 * @param amount minor units
 */
export async function refundApprovalOf(
  db: DbOrTx,
  { merchant_id: merchantId, id: account, currency, refunded_amount, refund_open_amount }: Order,
  amount: bigint,
  { makerId, tenant, at }: { makerId: string; tenant: TenantSettings; at: Date },
): Promise<Approval | null> {
  const asked = await approvalOf(db, { merchantId, makerId, currency }, { account, amount }, tenant, at);
  const { approval_threshold: limit, sum_window_hours: hours } = tenant;
  const sum = refunded_amount + refund_open_amount + amount;
  // Of all users and at any time, so it includes what the user refunded of the order in the period.
  return asked?.rule !== 'amount' && sum > limit ? { rule: 'order_refunds', limit, sum, count: 0, hours } : asked;
}

/**
 * The effect of refunding a part of the order. Lock the order first if the refund is to be made.
 * @param amount minor units
 * @throws {ConflictError} `order_not_paid` or `channel_without_refunds`
 * @throws {ValidationError} on `amount` if it is zero or exceeds the refundable amount
 */
export async function refundTerms(db: DbOrTx, order: Order, amount: bigint, own: OwnCurrency): Promise<RefundTerms> {
  if (order.status !== 'success') throw new ConflictError({ id: 'order_not_paid', args: { record: order.order_no } });
  const [{ refund_fee, takes_refunds }, before] = await together(channelOf(db, order), refundedBefore(db, order));
  if (!takes_refunds) throw new ConflictError({ id: 'channel_without_refunds' });
  const left = leftToRefund(order);
  if (amount <= 0n) throw new ValidationError({ amount: { key: 'invalid_format' } });
  if (amount > left) {
    const shown = amountInWords(left, order.currency, own);
    throw new ValidationError({
      amount: left === 0n ? { key: 'refunded_in_full' } : { key: 'refund_too_large', args: { left: shown } },
    });
  }
  const fee_returned = refundedFee(order, before(refund_fee), amount, refund_fee);
  return {
    left,
    fee_returned,
    refund_fee,
    debit_amount: arrivalAmount(amount, fee_returned, order.deduction),
    payer_amount: debitAmount(amount, fee_returned, order.deduction),
  };
}

/** The refund rule of the order's channel, and whether its adapter sends refunds. */
async function channelOf(
  db: DbOrTx,
  { merchant_id, channel_id }: Order,
): Promise<{ refund_fee: RefundFee; takes_refunds: boolean }> {
  return db
    .selectFrom('v_channels')
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', channel_id)
    .select(['refund_fee', 'takes_refunds'])
    .executeTakeFirstOrThrow();
}

/** Sums of the order's open and successful refunds under a rule: amount and returned fee. */
async function refundedBefore(db: DbOrTx, { merchant_id, id }: Order) {
  const rows = await db
    .selectFrom('refunds')
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', id)
    .where('status', 'in', ['pending_approval', 'processing', 'success'])
    .select(['refund_fee', 'amount', 'fee_returned'])
    .execute();
  return (rule: RefundFee) => {
    const sum = { amount: 0n, fee: 0n };
    for (const { refund_fee, amount, fee_returned } of rows) {
      if (refund_fee !== rule) continue;
      sum.amount += amount;
      sum.fee += fee_returned;
    }
    return sum;
  };
}

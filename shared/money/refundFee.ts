/** Whether an order's fee is returned with a refund, see `refundedFee`. */
export const REFUND_FEES = ['keep', 'return', 'return_in_proportion'] as const;

export type RefundFee = (typeof REFUND_FEES)[number];

/** In minor units. */
interface AmountAndFee {
  amount: bigint;
  fee: bigint;
}

/**
 * Returns the part of an order's fee that comes back with a refund.
 *
 * - `keep`: nothing.
 * - `return`: the whole fee, if the refund is of the order's whole amount at once.
 * - `return_in_proportion`: the refund's share, so that refunds of the whole amount return exactly the fee. A refund gets
 *   its share rounded up or down to a minor unit, and no more than is left of the fee.
 *
 * @param before the order's other refunds that are open or succeeded, and the fee that they return
 * @param amount of the refund, in minor units; at most what is left of the order
 */
export function refundedFee(order: AmountAndFee, before: AmountAndFee, amount: bigint, rule: RefundFee): bigint {
  switch (rule) {
    case 'keep':
      return 0n;
    case 'return':
      return amount === order.amount ? order.fee : 0n;
    case 'return_in_proportion': {
      const upTo = (refunded: bigint) => (order.fee * refunded) / order.amount;
      const share = upTo(before.amount + amount) - upTo(before.amount);
      const left = order.fee - before.fee;
      return share < left ? share : left;
    }
  }
}

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
 * - `return_in_proportion`: the refund's share, rounded up or down to a minor unit. It evens out what `before` returns
 *   above or below its share because other refunds have failed, so that refunds of the whole amount return exactly the
 *   fee. Of a fee up to the order's amount, a refund returns no more than its own amount.
 *
 * @param before the order's other refunds under the rule that are open or succeeded, and the fee that they return
 * @param amount of the refund, in minor units; at most what is left of the order
 */
export function refundedFee(order: AmountAndFee, before: AmountAndFee, amount: bigint, rule: RefundFee): bigint {
  switch (rule) {
    case 'keep':
      return 0n;
    case 'return':
      return amount === order.amount ? order.fee : 0n;
    case 'return_in_proportion': {
      const share = (order.fee * (before.amount + amount)) / order.amount - before.fee;
      if (share < 0n) return 0n;
      return share > amount && order.fee <= order.amount ? amount : share;
    }
  }
}

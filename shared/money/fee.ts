/** A channel's fee for an order. Amounts in minor units; `rateBps` in hundredths of a percent (250 = 2.5 %). */
export interface FeeRule {
  rateBps: number;
  fixedFee: bigint;
  minFee: bigint | null;
  maxFee: bigint | null;
}

/** `inner`: the fee is deducted from the amount. `outer`: it is added to it. */
export type Deduction = 'inner' | 'outer';

const BPS = 10_000n;

/**
 * Fee of an order: rate plus fixed fee, clamped to the rule's minimum and maximum. The rate's part is rounded half up
 * to a whole minor unit. The caller must check that the amount covers an inner fee.
 *
 * @param amount minor units, positive
 */
export function computeFee(amount: bigint, rule: FeeRule): bigint {
  const rated = (amount * BigInt(rule.rateBps) + BPS / 2n) / BPS;
  const fee = rated + rule.fixedFee;
  if (rule.minFee !== null && fee < rule.minFee) return rule.minFee;
  if (rule.maxFee !== null && fee > rule.maxFee) return rule.maxFee;
  return fee;
}

/**
 * The amount that the recipient gets, in minor units. Negative if an inner fee exceeds the amount: reject such an
 * order.
 */
export function arrivalAmount(amount: bigint, fee: bigint, deduction: Deduction): bigint {
  return deduction === 'inner' ? amount - fee : amount;
}

/** The amount that leaves the payer's wallet, in minor units. */
export function debitAmount(amount: bigint, fee: bigint, deduction: Deduction): bigint {
  return deduction === 'inner' ? amount : amount + fee;
}

/** What a channel asks for an order. Amounts in minor units; `rateBps` in hundredths of a percent (250 = 2.5 %). */
export interface FeeRule {
  rateBps: number;
  fixedFee: bigint;
  minFee: bigint | null;
  maxFee: bigint | null;
}

/** `inner`: the fee comes out of the amount. `outer`: it is charged on top of it. */
export type Deduction = 'inner' | 'outer';

const BPS = 10_000n;

/**
 * Fee of an order: rate and fixed part, held within the rule's bounds; the rate's part is rounded half up
 * to a whole minor unit. Whether the amount covers an inner fee is the caller's to check.
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

/** What reaches the receiver, in minor units. Negative when an inner fee exceeds the amount: refuse such an order. */
export function arrivalAmount(amount: bigint, fee: bigint, deduction: Deduction): bigint {
  return deduction === 'inner' ? amount - fee : amount;
}

/** What leaves the payer's wallet, in minor units. */
export function debitAmount(amount: bigint, fee: bigint, deduction: Deduction): bigint {
  return deduction === 'inner' ? amount : amount + fee;
}

import { computeFee, debitAmount, type Deduction, type FeeRule } from './fee.ts';

/**
 * The largest amount whose debit, including the fee, a balance covers; 0n if there is none. Binary search, because the
 * rule's bounds and rounding have no exact inverse, and the debit never falls as the amount grows.
 *
 * @param available minor units
 */
export function largestCovered(available: bigint, rule: FeeRule, deduction: Deduction): bigint {
  if (available <= 0n) return 0n;
  if (deduction === 'inner') return available;
  const isCovered = (amount: bigint) => debitAmount(amount, computeFee(amount, rule), deduction) <= available;
  let covered = 0n;
  let tooMuch = available + 1n;
  while (tooMuch - covered > 1n) {
    const middle = (covered + tooMuch) / 2n;
    if (isCovered(middle)) covered = middle;
    else tooMuch = middle;
  }
  return covered;
}

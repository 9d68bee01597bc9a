/** A minimal model of which payments need approval, without any of the product's code. Amounts in minor units. */

export const THRESHOLD = 10_000n;
export const DAILY_TOTAL = 25_000n;
export const HOURS = 24;

/** What a user got through alone. */
interface Passed {
  id: string;
  user: number;
  account: string;
  amount: bigint;
  /** Hours since the start. */
  hour: number;
}

export interface SumModel {
  hour: number;
  passed: Passed[];
  /** Refunds of each order that haven't failed, whoever approved them. */
  refunded: Map<string, bigint>;
}

export const emptyModel = (): SumModel => ({ hour: 0, passed: [], refunded: new Map() });

/** True if the user may pay the rows alone: none of them, no sum to an account and not their total is above a limit. */
export function mayPass(
  { hour, passed }: SumModel,
  user: number,
  rows: readonly { account: string; amount: bigint }[],
) {
  const counted = passed.filter((one) => one.user === user && hour - one.hour < HOURS);
  const all = [...counted, ...rows];
  const total = (some: readonly { amount: bigint }[]) => some.reduce((sum, { amount }) => sum + amount, 0n);
  const isWithin = ({ account }: { account: string }) =>
    total(all.filter((one) => one.account === account)) <= THRESHOLD;
  return total(rows) <= THRESHOLD && total(all) <= DAILY_TOTAL && rows.every(isWithin);
}

export function mayRefund(model: SumModel, user: number, refund: { account: string; amount: bigint }): boolean {
  const before = model.refunded.get(refund.account) ?? 0n;
  return before + refund.amount <= THRESHOLD && mayPass(model, user, [refund]);
}

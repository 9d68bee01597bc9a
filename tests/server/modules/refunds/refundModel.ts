/** A minimal model of the refunds of one order, without any of the product's code. Amounts in minor units. */
export interface RefundModel {
  available: bigint;
  frozen: bigint;
  order: { amount: bigint; fee: bigint };
  deduction: 'inner' | 'outer';
  threshold: bigint;
  refunds: ModelRefund[];
}

export interface ModelRefund {
  status: string;
  amount: bigint;
  fee: bigint;
}

export type Act = 'approve' | 'reject' | 'cancel' | 'succeed' | 'fail';

const OVER = ['failed', 'rejected', 'cancelled'];

export const counted = ({ refunds }: RefundModel) => refunds.filter(({ status }) => !OVER.includes(status));

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n);

export const refunded = (model: RefundModel, statuses: readonly string[]) =>
  sum(model.refunds.filter(({ status }) => statuses.includes(status)).map(({ amount }) => amount));

export const left = (model: RefundModel) => model.order.amount - sum(counted(model).map(({ amount }) => amount));

/** The debit of the merchant. A fee that the payer had paid on top is returned to the payer. */
export const debitOf = ({ deduction }: RefundModel, { amount, fee }: ModelRefund) =>
  deduction === 'inner' ? amount - fee : amount;

/** The fee that a refund must return. In proportion, the refunds return the order's share together, rounded down. */
export function feeOf(model: RefundModel, amount: bigint, rule: string): bigint {
  const { order } = model;
  if (rule === 'keep') return 0n;
  if (rule === 'return') return amount === order.amount ? order.fee : 0n;
  const due = (order.fee * (order.amount - left(model) + amount)) / order.amount;
  const missing = due - sum(counted(model).map(({ fee }) => fee));
  if (missing < 0n) return 0n;
  return missing < amount ? missing : amount;
}

/** @returns false if the refund must be rejected */
export function ask(model: RefundModel, refund: ModelRefund): boolean {
  const debit = debitOf(model, refund);
  const taken = model.order.amount - left(model);
  if (refund.amount <= 0n || refund.amount > left(model) || debit > model.available) return false;
  model.available -= debit;
  model.frozen += debit;
  model.refunds.push(refund);
  refund.status = taken + refund.amount > model.threshold ? 'pending_approval' : 'processing';
  return true;
}

const NEXT: Readonly<Record<string, string>> = {
  'pending_approval approve': 'processing',
  'pending_approval reject': 'rejected',
  'pending_approval cancel': 'cancelled',
  'processing succeed': 'success',
  'processing fail': 'failed',
};

export const ALL_ACTS = Object.keys(NEXT);

/** @returns false if the act must be rejected */
export function act(model: RefundModel, refund: ModelRefund, what: Act): boolean {
  const next = NEXT[`${refund.status} ${what}`];
  if (next === undefined) return false;
  const debit = debitOf(model, refund);
  if (next !== 'processing') model.frozen -= debit;
  if (OVER.includes(next)) model.available += debit;
  refund.status = next;
  return true;
}

/** A minimal model of money movements, without any of the product's code. Amounts in minor units. */
export interface MoneyModel {
  available: bigint;
  frozen: bigint;
  items: ModelItem[];
}

export interface ModelItem {
  kind: 'withdrawal' | 'deposit' | 'payment' | 'payout' | 'adjustment';
  status: string;
  amount: bigint;
  /** True if a payout's payment needed no approval, so that it counts towards the next one's. */
  counts?: true;
}

export const RATE_BPS = 60n;
export const FIXED_FEE = 100n;
export const MIN_AMOUNT = 50n;
export const MAX_AMOUNT = 100_000n;
export const THRESHOLD = 20_000n;

export type Deduction = 'inner' | 'outer';

export const emptyModel = (): MoneyModel => ({ available: 0n, frozen: 0n, items: [] });

const feeOf = (amount: bigint) => (amount * RATE_BPS * 2n + 10_000n) / 20_000n + FIXED_FEE;
const leaves = (amount: bigint, deduction: Deduction) => (deduction === 'outer' ? amount + feeOf(amount) : amount);
const arrives = (amount: bigint, deduction: Deduction) => (deduction === 'outer' ? amount : amount - feeOf(amount));
const fits = (amount: bigint, deduction: Deduction) =>
  amount >= MIN_AMOUNT && amount <= MAX_AMOUNT && arrives(amount, deduction) > 0n;

export type Ask = 'withdraw' | 'deposit' | 'pay' | 'adjust';
export type Act = 'cancel' | 'approve' | 'reject' | 'succeed' | 'fail';

/**
 * Makes a new request.
 * @returns false if it must be rejected, without any change
 */
export function ask(model: MoneyModel, what: Ask, amount: bigint, deduction: Deduction): boolean {
  const debit = leaves(amount, deduction);
  if (what === 'adjust') {
    if (amount === 0n) return false;
    return added(model, { kind: 'adjustment', status: 'pending', amount });
  }
  if (!fits(amount, deduction)) return false;
  if (what === 'deposit') return added(model, { kind: 'deposit', status: 'pending_payment', amount });
  if (model.available < debit) return false;
  if (what === 'withdraw') {
    freeze(model, debit);
    return added(model, { kind: 'withdrawal', status: 'pending', amount });
  }
  // All payments are by one user to one account, without time passing.
  if (counted(model) + amount > THRESHOLD) return added(model, { kind: 'payment', status: 'pending', amount });
  added(model, { kind: 'payment', status: 'pass', amount });
  freeze(model, debit);
  return added(model, { kind: 'payout', status: 'pending', amount, counts: true });
}

/** The acts that an item's state allows. All others must be rejected. */
const SENSIBLE: Readonly<Record<string, readonly Act[]>> = {
  'withdrawal pending': ['cancel', 'approve', 'reject'],
  'withdrawal processing': ['succeed', 'fail'],
  'deposit pending_payment': ['approve', 'reject'],
  'payment pending': ['cancel', 'approve', 'reject'],
  'payout pending': ['approve'],
  'payout processing': ['succeed', 'fail'],
  'adjustment pending': ['approve', 'reject'],
};

export const ALL_ACTS = Object.entries(SENSIBLE).flatMap(([state, acts]) => acts.map((one) => `${state} ${one}`));

export function sensibleActs({ kind, status }: ModelItem): readonly Act[] {
  return SENSIBLE[`${kind} ${status}`] ?? [];
}

/**
 * Acts on an item.
 * @returns false if the act must be rejected, without any change
 */
export function act(model: MoneyModel, item: ModelItem, what: Act, deduction: Deduction): boolean {
  const { kind, status, amount } = item;
  const debit = leaves(amount, deduction);
  switch (`${kind} ${status} ${what}`) {
    case 'withdrawal pending cancel':
      thaw(model, debit);
      return becomes(item, 'cancelled');
    case 'withdrawal pending reject':
      thaw(model, debit);
      return becomes(item, 'rejected');
    case 'withdrawal pending approve':
    case 'payout pending approve':
      return becomes(item, 'processing');
    case 'withdrawal processing succeed':
    case 'payout processing succeed':
      model.frozen -= debit;
      return becomes(item, 'success');
    case 'withdrawal processing fail':
    case 'payout processing fail':
      thaw(model, debit);
      return becomes(item, 'failed');
    case 'deposit pending_payment approve':
      model.available += arrives(amount, deduction);
      return becomes(item, 'pass');
    case 'deposit pending_payment reject':
      return becomes(item, 'reject');
    case 'payment pending cancel':
      return becomes(item, 'cancelled');
    case 'payment pending reject':
      return becomes(item, 'reject');
    case 'payment pending approve':
      if (model.available < debit) return false;
      becomes(item, 'pass');
      return payoutBegun(model, amount, debit);
    case 'adjustment pending approve':
      if (model.available + amount < 0n) return false;
      model.available += amount;
      return becomes(item, 'pass');
    case 'adjustment pending reject':
      return becomes(item, 'reject');
    default:
      return false;
  }
}

function counted({ items }: MoneyModel): bigint {
  const passed = items.filter(({ counts, status }) => counts && status !== 'failed');
  return passed.reduce((sum, { amount }) => sum + amount, 0n);
}

function payoutBegun(model: MoneyModel, amount: bigint, debit: bigint): true {
  freeze(model, debit);
  return added(model, { kind: 'payout', status: 'pending', amount });
}

function freeze(model: MoneyModel, debit: bigint): void {
  model.available -= debit;
  model.frozen += debit;
}

function thaw(model: MoneyModel, debit: bigint): void {
  freeze(model, -debit);
}

function added(model: MoneyModel, item: ModelItem): true {
  model.items.push(item);
  return true;
}

function becomes(item: ModelItem, status: string): true {
  item.status = status;
  return true;
}

import { type Standing, type Field, plainText, parseAmount } from '@merchant-console/declaration';
import { arrivalAmount, debitAmount, type Deduction } from '#shared/money/fee.ts';

/**
 * `in`: collections and deposits, which enter the merchant's wallet. `out`: payouts and withdrawals, which leave it.
 */
type Direction = 'in' | 'out';

/** One result of an amount and its fee. */
export interface AmountPart {
  /** Text key below `feeBreakdown`. Each text is correct only for one standing and direction. */
  key:
    | ('payer_pays' | 'payer_paid' | 'net' | 'net_expected')
    | ('debited' | 'frozen' | 'to_debit' | 'given_back' | 'payee_gets' | 'payee_received');
  /** Minor units, or null for nothing. */
  amount: bigint | null;
  /** True for the wallet's side, false for the other side. */
  isOwn: boolean;
}

/** An amount, its fee, and how the fee applies. */
interface Charge {
  amount: bigint;
  fee: bigint;
  deduction: Deduction;
}

const PAYER: Record<Standing, AmountPart['key']> = {
  counted: 'payer_paid',
  frozen: 'payer_pays',
  expected: 'payer_pays',
};
const NET: Record<Standing, AmountPart['key']> = { counted: 'net', frozen: 'net_expected', expected: 'net_expected' };
const DEBIT: Record<Standing, AmountPart['key']> = { counted: 'debited', frozen: 'frozen', expected: 'to_debit' };
const PAYEE: Record<Standing, AmountPart['key']> = {
  counted: 'payee_received',
  frozen: 'payee_gets',
  expected: 'payee_gets',
};

/**
 * The amounts that both sides of an order give and get, by its standing. A frozen amount isn't debited, a returned one
 * isn't paid, and in a failed collection nobody paid or received anything.
 * @param standing null if the money never moved or was returned
 */
export function amountParts(
  { amount, fee, deduction }: Charge,
  direction: Direction,
  standing: Standing | null,
): AmountPart[] {
  const [given, got] = [debitAmount(amount, fee, deduction), arrivalAmount(amount, fee, deduction)];
  if (direction === 'in') {
    if (standing === null) return [{ key: 'net', amount: null, isOwn: true }];
    return [
      { key: PAYER[standing], amount: given, isOwn: false },
      { key: NET[standing], amount: got, isOwn: true },
    ];
  }
  if (standing === null) {
    return [
      { key: 'payee_received', amount: null, isOwn: false },
      { key: 'given_back', amount: given, isOwn: true },
    ];
  }
  return [
    { key: PAYEE[standing], amount: got, isOwn: false },
    { key: DEBIT[standing], amount: given, isOwn: true },
  ];
}

/** The charge in a record, or null if a part of it is missing. */
export function chargeOf(record: Readonly<Record<string, unknown>>): Charge | null {
  const [amount, fee] = [parseAmount(plainText(record['amount']), 0), parseAmount(plainText(record['fee']), 0)];
  const { deduction } = record;
  if (!amount.ok || !fee.ok || (deduction !== 'inner' && deduction !== 'outer')) return null;
  return { amount: BigInt(amount.minor), fee: BigInt(fee.minor), deduction };
}

/** The direction of a charge, from its fee's declaration: only outgoing money is frozen first. */
export function directionOf(fee: Field): Direction {
  return fee.type === 'money' && fee.counts?.frozen !== undefined ? 'out' : 'in';
}

import type { Standing } from '../declaration/counts.ts';
import type { Field } from '../declaration/fieldSchema.ts';
import { plainText } from '../format/plainText.ts';
import { parseAmount } from './amount.ts';
import { arrivalAmount, debitAmount, type Deduction } from './fee.ts';

/** Collections and deposits come into the merchant's wallet; payouts and withdrawals leave it. */
export type Direction = 'in' | 'out';

/** One thing that an amount and its fee come to. */
export interface AmountPart {
  /** What it is called, below `feeBreakdown`: true in this state and direction, and in no other. */
  key:
    | ('payer_pays' | 'payer_paid' | 'net' | 'net_expected')
    | ('debited' | 'frozen' | 'to_debit' | 'given_back' | 'payee_gets' | 'payee_received');
  /** Minor units; null for nothing. */
  amount: bigint | null;
  /** What the wallet gets or gives, rather than the other side. */
  isOwn: boolean;
}

/** An amount, its fee, and how the two hang together. */
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
 * What the two sides of an order give and get, by how it stands. Held is not debited, what was given back is not paid, and
 * of a collection that failed nobody has paid or got anything.
 * @param standing null when the money never moved, or is back
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

/** The charge that a record holds, or null if it lacks a part of one. */
export function chargeOf(record: Readonly<Record<string, unknown>>): Charge | null {
  const [amount, fee] = [parseAmount(plainText(record['amount']), 0), parseAmount(plainText(record['fee']), 0)];
  const { deduction } = record;
  if (!amount.ok || !fee.ok || (deduction !== 'inner' && deduction !== 'outer')) return null;
  return { amount: BigInt(amount.minor), fee: BigInt(fee.minor), deduction };
}

/** The direction of a charge whose fee is declared so: what leaves a wallet is frozen in it first. */
export function directionOf(fee: Field): Direction {
  return fee.type === 'money' && fee.counts?.frozen !== undefined ? 'out' : 'in';
}

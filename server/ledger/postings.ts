import { arrivalAmount, debitAmount, type Deduction } from '#shared/money/fee.ts';
import type { LedgerEntriesTable, LedgerTransactionsTable } from '#server/db/schema.ts';

type Account = LedgerEntriesTable['account'];
export type OrderType = LedgerTransactionsTable['order_type'];

/** Effect of an event on one account, in signed minor units, never zero. */
export interface Posting {
  account: Account;
  amount: bigint;
}

/** The type of order that an event belongs to; also the allowed values of `ledger_transactions.event`. */
export const ORDER_TYPE_OF_EVENT = {
  collection_succeeded: 'collection',
  payout_frozen: 'payout',
  payout_succeeded: 'payout',
  payout_released: 'payout',
  refund_frozen: 'refund',
  refund_succeeded: 'refund',
  refund_released: 'refund',
  deposit_passed: 'deposit',
  withdrawal_frozen: 'withdrawal',
  withdrawal_succeeded: 'withdrawal',
  withdrawal_released: 'withdrawal',
  adjusted: 'manual_adjustment',
} as const satisfies Record<string, OrderType>;

export type EventKind = keyof typeof ORDER_TYPE_OF_EVENT;

/** Amount and fee in minor units, never negative. Of a refund, `fee` is the part of the order's fee that is returned. */
export interface AmountWithFee {
  amount: bigint;
  fee: bigint;
  deduction: Deduction;
}

export type OrderEvent = Exclude<EventKind, 'adjusted'>;

/** A movement of money. An adjustment's amount is signed: positive credits the merchant. */
export type LedgerEvent = ({ kind: OrderEvent } & AmountWithFee) | { kind: 'adjusted'; amount: bigint };

/**
 * The postings of an event, one per account, summing to zero. The merchant's balances and the platform's revenue count
 * up. `clearing` counts down when money comes in from outside, and up when it leaves.
 */
export function postingsOf(event: LedgerEvent): Posting[] {
  return amountsOf(event).filter(({ amount }) => amount !== 0n);
}

function amountsOf(event: LedgerEvent): Posting[] {
  switch (event.kind) {
    case 'collection_succeeded':
    case 'deposit_passed':
      return received(event);
    case 'payout_frozen':
    case 'withdrawal_frozen':
      return moved('available', 'frozen', debitOf(event));
    case 'payout_succeeded':
    case 'withdrawal_succeeded':
      return paidOut(event);
    case 'payout_released':
    case 'withdrawal_released':
      return moved('frozen', 'available', debitOf(event));
    case 'refund_frozen':
      return moved('available', 'frozen', arrivalOf(event));
    case 'refund_succeeded':
      return refunded(event);
    case 'refund_released':
      return moved('frozen', 'available', arrivalOf(event));
    case 'adjusted':
      return moved('adjustments', 'available', event.amount);
  }
}

/** The payer pays the debit, the merchant gets what arrives, the platform keeps the difference. */
function received(charge: AmountWithFee): Posting[] {
  return [
    { account: 'available', amount: arrivalOf(charge) },
    { account: 'fees', amount: charge.fee },
    { account: 'clearing', amount: -debitOf(charge) },
  ];
}

/** The inverse of `received`: the frozen debit leaves, the payee gets what arrives. */
function paidOut(charge: AmountWithFee): Posting[] {
  return [
    { account: 'frozen', amount: -debitOf(charge) },
    { account: 'fees', amount: charge.fee },
    { account: 'clearing', amount: arrivalOf(charge) },
  ];
}

/** A collection of the same charge taken back: the fee returned goes to whom the fee was taken from. */
function refunded(charge: AmountWithFee): Posting[] {
  return [
    { account: 'frozen', amount: -arrivalOf(charge) },
    { account: 'fees', amount: -charge.fee },
    { account: 'clearing', amount: debitOf(charge) },
  ];
}

function moved(from: Account, to: Account, amount: bigint): Posting[] {
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
}

function arrivalOf({ amount, fee, deduction }: AmountWithFee): bigint {
  return arrivalAmount(amount, fee, deduction);
}

function debitOf({ amount, fee, deduction }: AmountWithFee): bigint {
  return debitAmount(amount, fee, deduction);
}

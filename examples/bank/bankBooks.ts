import { randomUUID } from 'node:crypto';

export type OrderType = 'payout' | 'collection' | 'refund';
export type OrderStatus = 'accepted' | 'waiting' | 'paid' | 'refused' | 'closed';

/** An order with the fields that the bank returns and those that it keeps to itself. */
export interface BankOrder {
  type: OrderType;
  reference: string;
  id: string;
  /** In minor units. */
  amount: string;
  currency: string;
  status: OrderStatus;
  error: { code: string; message: string } | null;
  /** Reference of the collection that a refund belongs to; null for other types. */
  collection: string | null;
  /** The request as JSON, to detect a different request with the same reference. */
  sent: string;
  callbackUrl: string | null;
  returnUrl: string | null;
}

/** A transfer of money. */
export interface Movement {
  type: OrderType;
  reference: string;
  amount: string;
  currency: string;
}

/** The body of a request. */
export interface SentOrder {
  amount: string;
  currency: string;
  /** Refunds only: reference of the collection. */
  collection?: string;
  callback_url?: string | null;
  return_url?: string | null;
}

/** Thrown if a reference is used again with a different body. */
export class OtherOrderError extends Error {}

const NOT_REFUNDABLE = { code: 'NOT_REFUNDABLE', message: 'So much of this collection was not paid, or is refunded' };

const REFUSED = { code: 'ACCOUNT_BLOCKED', message: 'The bank refuses amounts that end in 13' };

/**
 * The bank's orders and transfers, in memory. The last two digits of the amount determine the outcome. With 13 the
 * order is refused. With 77 a payout or refund is paid after the first query, and a collection waits for the payer. All
 * other payouts and refunds are paid immediately, and collections right after the response. Refunds of more than the
 * payer has paid are refused.
 */
export function createBooks() {
  const orders = new Map<string, BankOrder>();
  const movements: Movement[] = [];
  const keyOf = (type: OrderType, reference: string) => `${type} ${reference}`;
  const find = (type: OrderType, reference: string) => orders.get(keyOf(type, reference));

  function pay(order: BankOrder): void {
    if (order.status !== 'accepted' && order.status !== 'waiting') return;
    order.status = 'paid';
    const { type, reference, amount, currency } = order;
    movements.push({ type, reference, amount, currency });
  }

  /** True if the collection was paid and at least this amount hasn't been refunded yet. */
  function isRefundable(sent: SentOrder): boolean {
    const collection = find('collection', sent.collection ?? '');
    if (collection?.status !== 'paid' || collection.currency !== sent.currency) return false;
    const refunds = [...orders.values()].filter(
      (order) => order.type === 'refund' && order.collection === sent.collection && order.status !== 'refused',
    );
    const refunded = refunds.reduce((sum, { amount }) => sum + BigInt(amount), BigInt(sent.amount));
    return refunded <= BigInt(collection.amount);
  }

  /** Returns the order with this reference, or creates it. @throws {OtherOrderError} if the existing order differs */
  function enter(type: OrderType, reference: string, sent: SentOrder): BankOrder {
    const text = JSON.stringify(sent);
    const known = find(type, reference);
    if (known && known.sent !== text) throw new OtherOrderError();
    if (known) return known;
    const error = sent.amount.endsWith('13')
      ? REFUSED
      : type === 'refund' && !isRefundable(sent)
        ? NOT_REFUNDABLE
        : null;
    const order: BankOrder = {
      type,
      reference,
      id: randomUUID(),
      amount: sent.amount,
      currency: sent.currency,
      sent: text,
      status: error ? 'refused' : type === 'collection' ? 'waiting' : 'accepted',
      error,
      collection: sent.collection ?? null,
      callbackUrl: sent.callback_url ?? null,
      returnUrl: sent.return_url ?? null,
    };
    orders.set(keyOf(type, reference), order);
    if (type !== 'collection' && !sent.amount.endsWith('77')) pay(order);
    return order;
  }

  /** Closes an unpaid collection. If the reference is unknown, creates the collection and closes it. */
  function close(reference: string, sent: SentOrder): BankOrder {
    const order = find('collection', reference) ?? enter('collection', reference, sent);
    if (order.status === 'waiting') order.status = 'closed';
    return order;
  }

  const byId = (id: string) => [...orders.values()].find((order) => order.id === id);

  return { find, byId, enter, close, pay, movements, orders };
}

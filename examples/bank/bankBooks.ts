import { randomUUID } from 'node:crypto';

export type OrderType = 'payout' | 'collection' | 'refund';
export type OrderStatus = 'accepted' | 'waiting' | 'paid' | 'refused' | 'closed';

/** An order as the bank answers it, with what it keeps for itself. */
export interface BankOrder {
  type: OrderType;
  reference: string;
  id: string;
  /** Minor units. */
  amount: string;
  currency: string;
  status: OrderStatus;
  error: { code: string; message: string } | null;
  /** Of a refund. */
  collection: string | null;
  /** The order as it was sent, to tell another one of the same reference. */
  sent: string;
  callbackUrl: string | null;
  returnUrl: string | null;
}

/** Money that has moved. */
export interface Movement {
  type: OrderType;
  reference: string;
  amount: string;
  currency: string;
}

/** What a program sends of an order. */
export interface SentOrder {
  amount: string;
  currency: string;
  /** Of a refund: the reference of the collection that it is of. */
  collection?: string;
  callback_url?: string | null;
  return_url?: string | null;
}

/** Thrown if a reference comes a second time with something else. */
export class OtherOrderError extends Error {}

const NOT_REFUNDABLE = { code: 'NOT_REFUNDABLE', message: 'So much of this collection was not paid, or is refunded' };

const REFUSED = { code: 'ACCOUNT_BLOCKED', message: 'The bank refuses amounts that end in 13' };

/**
 * The bank's orders and what it has paid and been paid, in memory. It goes by the last two digits of the amount: 13 is
 * refused; of 77 a payout or refund is paid once somebody has asked about it, and a collection waits for the payer; all
 * others are paid, payouts and refunds at once and collections as soon as the order has been answered. Refunds of more than
 * the payer has paid are refused.
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

  /** True if the collection was paid, and so much of it is not refunded yet. */
  function isRefundable(sent: SentOrder): boolean {
    const collection = find('collection', sent.collection ?? '');
    if (collection?.status !== 'paid' || collection.currency !== sent.currency) return false;
    const refunds = [...orders.values()].filter(
      (order) => order.type === 'refund' && order.collection === sent.collection && order.status !== 'refused',
    );
    const refunded = refunds.reduce((sum, { amount }) => sum + BigInt(amount), BigInt(sent.amount));
    return refunded <= BigInt(collection.amount);
  }

  /** The order of this reference, made if there is none. @throws {OtherOrderError} */
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

  /** Closes a collection that nobody has paid; one that the bank doesn't know is made closed. */
  function close(reference: string, sent: SentOrder): BankOrder {
    const order = find('collection', reference) ?? enter('collection', reference, sent);
    if (order.status === 'waiting') order.status = 'closed';
    return order;
  }

  const byId = (id: string) => [...orders.values()].find((order) => order.id === id);

  return { find, byId, enter, close, pay, movements, orders };
}

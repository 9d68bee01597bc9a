import type { ChannelOrder } from './ChannelAdapter.ts';

/** A collection order as a channel sees it. */
export interface ChannelCollection extends ChannelOrder {
  /** Amount of the order, in minor units. */
  amount: bigint;
  /** Amount the payer pays in minor units: the amount, plus the fee if it is added. */
  payerAmount: bigint;
  currency: string;
  subject: string | null;
  payerName: string | null;
  clientIp: string | null;
  /** Page to which the payer returns after paying. */
  returnUrl: string | null;
  expiresAt: Date | null;
  /** True if the merchant has queried the order, which justifies an enquiry that costs something. */
  asked: boolean;
}

/** The payer has paid, or certainly hasn't and can't any more. */
export type CollectionResult =
  { status: 'success'; channelOrderNo: string } | { status: 'failed'; errorCode: string; errorMessage: string };

/** The outcome is unknown: the connection broke, the response made no sense, or it took too long. */
interface Unknown {
  status: 'unknown';
  /** For the log. */
  reason: string;
}

/** The channel has the order, and it isn't paid yet. */
interface Waiting {
  status: 'waiting';
  /** HTTP(S) URL of the payment page, or null if there is none, as with a manual transfer. */
  payUrl: string | null;
}

export type OpenAnswer = CollectionResult | Waiting | Unknown;

/** `not_found`: the channel has never received the order. */
export type AskAnswer = OpenAnswer | { status: 'not_found' };

/** `closed`: nobody has paid, and later payments will be rejected. */
export type CloseAnswer = CollectionResult | { status: 'closed' } | Unknown;

/**
 * A bank or other company through which merchants are paid. Requirements:
 *
 * - `open` is idempotent per tenant and order number, and returns the order's status if called again. The merchant's
 * server waits for it and passes on `payUrl`, which is stable for an order and can't be guessed.
 * - `success` means that the money has arrived, so the merchant is credited. `failed` and `closed` mean that none has
 * arrived and none will. Anything less certain is `unknown`; throwing counts as `unknown`.
 * - `close` is called when the payer's time is over, and returns `success` if the payer has paid in the meantime. It
 * also closes orders that the channel has never received, so that a concurrent `open` comes too late.
 * - `ask` has no side effects at the channel.
 * - All end soon after `signal` is aborted; the caller doesn't wait any longer.
 */
export interface CollectionAdapter {
  open(order: ChannelCollection, signal: AbortSignal): Promise<OpenAnswer>;
  ask(order: ChannelCollection, signal: AbortSignal): Promise<AskAnswer>;
  close(order: ChannelCollection, signal: AbortSignal): Promise<CloseAnswer>;
}

import type { PayoutOutcome } from '#server/modules/payouts/service.ts';

/** A payout as a channel sees it. */
export interface ChannelPayout {
  merchantId: string;
  /** With the tenant, the permanent identity of the payout: a channel pays it once, however often it is sent. */
  orderNo: string;
  /** Amount of the order, in minor units. */
  amount: bigint;
  /** Amount the payee receives in minor units: the amount, minus the fee if it is deducted from it. */
  payeeAmount: bigint;
  currency: string;
  payeeName: string;
  /** The full number. Never log it. */
  cardNumber: string;
  bankName: string;
  branchName: string | null;
  remark: string | null;
}

/** A refund as a channel sees it. The payer gets the money back the way the payment came. */
export interface ChannelRefund {
  merchantId: string;
  /** With the tenant, the permanent identity of the refund: a channel pays it once, however often it is sent. */
  orderNo: string;
  /** Our number of the collection order that is refunded. */
  refundedOrderNo: string;
  /** The channel's number of that order, or null if the channel gave none. */
  refundedChannelNo: string | null;
  /** Amount of the refund, in minor units. */
  amount: bigint;
  /**
   * Amount that the payer gets back, in minor units: the amount, plus the fee returned if the payer had paid it on top.
   */
  payerAmount: bigint;
  currency: string;
  reason: string;
}

/** Identifies a payout or refund that may have been sent to the channel. */
export type ChannelOrder = Pick<ChannelPayout, 'merchantId' | 'orderNo'>;

/** The outcome is unknown: the connection broke, the response made no sense, or it took too long. */
export interface Unknown {
  status: 'unknown';
  /** For the log. */
  reason: string;
}

/** `accepted`: the channel has it and reports the result later. */
export type SendAnswer = PayoutOutcome | { status: 'accepted' } | Unknown;

/** `not_found`: the channel has never received it, and certainly paid nothing. */
export type QueryAnswer = PayoutOutcome | { status: 'processing' } | { status: 'not_found' } | Unknown;

/**
 * A bank or other company to which payouts or refunds are sent. Requirements, checked for every adapter by the contract
 * tests in `tests/server/gateway/channels`:
 *
 * - `send` is idempotent per tenant and order number. Sent again, it returns the order's status. If the other side
 *   reports a duplicate as an error, the adapter queries the status and returns it.
 * - `failed` means that no money has left and none will. Anything less certain is `unknown`: a network error, a
 *   time-out, HTTP 5xx, an undocumented code. Throwing counts as `unknown`.
 * - `query` has no side effects at the channel.
 * - Both answer `success` only if the amount that the channel has paid is the order's. Any other amount is `unknown`.
 * - Both end soon after `signal` is aborted; the caller doesn't wait any longer.
 */
export interface SendingAdapter<Sent extends ChannelOrder> {
  send(sent: Sent, signal: AbortSignal): Promise<SendAnswer>;
  query(sent: Sent, signal: AbortSignal): Promise<QueryAnswer>;
}

export type ChannelAdapter = SendingAdapter<ChannelPayout>;

/**
 * Sends refunds of what the same channel has collected. It also answers `failed` if the other side doesn't have the
 * payment, or if the refund exceeds it.
 */
export type RefundAdapter = SendingAdapter<ChannelRefund>;

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

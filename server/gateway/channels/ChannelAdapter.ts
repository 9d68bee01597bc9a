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

/** Identifies a payout that may have been sent to the channel. */
export type ChannelOrder = Pick<ChannelPayout, 'merchantId' | 'orderNo'>;

/** The outcome is unknown: the connection broke, the response made no sense, or it took too long. */
interface Unknown {
  status: 'unknown';
  /** For the log. */
  reason: string;
}

/** `accepted`: the channel has it and reports the result later. */
export type SendAnswer = PayoutOutcome | { status: 'accepted' } | Unknown;

/** `not_found`: the channel has never received it, and certainly paid nothing. */
export type QueryAnswer = PayoutOutcome | { status: 'processing' } | { status: 'not_found' } | Unknown;

/**
 * A bank or other company to which payouts are sent. Requirements, checked for every adapter by the contract tests in
 * `tests/server/gateway/channels`:
 *
 * - `send` is idempotent per tenant and order number. Sent again, it returns the payout's status. If the other side
 * reports a duplicate as an error, the adapter queries the status and returns it.
 * - `failed` means that no money has left and none will. Anything less certain is `unknown`: a network error, a
 * time-out, HTTP 5xx, an undocumented code. Throwing counts as `unknown`.
 * - `query` has no side effects at the channel.
 * - Both end soon after `signal` is aborted; the caller doesn't wait any longer.
 */
export interface ChannelAdapter {
  send(payout: ChannelPayout, signal: AbortSignal): Promise<SendAnswer>;
  query(order: ChannelOrder, signal: AbortSignal): Promise<QueryAnswer>;
}

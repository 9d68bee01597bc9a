import type { PayoutOutcome } from '#server/modules/payouts/service.ts';

/** A payout as a channel is told of it. */
export interface ChannelPayout {
  merchantId: string;
  /** Names the payout, with its tenant, for ever: a channel pays it once, however often it is sent. */
  orderNo: string;
  /** Of the order, in minor units. */
  amount: bigint;
  /** What the payee is to get: the amount, less the fee where that comes out of it. */
  payeeAmount: bigint;
  currency: string;
  payeeName: string;
  /** Whole. Not to be logged. */
  cardNumber: string;
  bankName: string;
  branchName: string | null;
  remark: string | null;
}

/** How a channel names a payout that it may have been sent. */
export type ChannelOrder = Pick<ChannelPayout, 'merchantId' | 'orderNo'>;

/** Nobody knows what became of it: the line broke, the answer made no sense, or it took too long. */
interface Unknown {
  status: 'unknown';
  /** For the log. */
  reason: string;
}

/** `accepted`: the channel has it and says later how it ended. */
export type SendAnswer = PayoutOutcome | { status: 'accepted' } | Unknown;

/** `not_found`: the channel has never been sent it, and certainly has paid nothing. */
export type QueryAnswer = PayoutOutcome | { status: 'processing' } | { status: 'not_found' } | Unknown;

/**
 * A way out to a bank or another company, to which payouts are sent. What one must keep to (a suite of tests under
 * `tests/server/gateway/channels` holds every one to it):
 *
 * - `send` has its effect once for a tenant and order number. Sent again, it answers how that payout stands; where the
 *   other side reports a duplicate as an error, the adapter asks and answers what it was told.
 * - `failed` means that no money has left, and none will. Whatever is less certain is `unknown`: an error of the
 *   network, a time-out, HTTP 5xx, a code that is not in the channel's manual. Throwing counts as `unknown`.
 * - `query` changes nothing on this side of the channel.
 * - Both end soon after `signal` has fired; they are not waited for any longer.
 */
export interface ChannelAdapter {
  send(payout: ChannelPayout, signal: AbortSignal): Promise<SendAnswer>;
  query(order: ChannelOrder, signal: AbortSignal): Promise<QueryAnswer>;
}

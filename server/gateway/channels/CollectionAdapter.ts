import type { ChannelOrder } from './ChannelAdapter.ts';

/** An order as the channel that collects it is told of it. */
export interface ChannelCollection extends ChannelOrder {
  /** Of the order, in minor units. */
  amount: bigint;
  /** What the payer is to pay: the amount, with the fee where that comes on top of it. */
  payerAmount: bigint;
  currency: string;
  subject: string | null;
  payerName: string | null;
  clientIp: string | null;
  /** Where the payer goes afterwards. */
  returnUrl: string | null;
  expiresAt: Date | null;
  /** The merchant wants to know how it stands: worth an enquiry that costs something. */
  asked: boolean;
}

/** The payer has paid, or certainly has not and cannot any more. */
export type CollectionResult =
  { status: 'success'; channelOrderNo: string } | { status: 'failed'; errorCode: string; errorMessage: string };

/** Nobody knows: the line broke, the answer made no sense, or it took too long. */
interface Unknown {
  status: 'unknown';
  /** For the log. */
  reason: string;
}

/** The channel has it, and nobody has paid yet. */
interface Waiting {
  status: 'waiting';
  /** The page on which the payer pays, of http or https; null where there is none, as with a transfer by hand. */
  payUrl: string | null;
}

export type OpenAnswer = CollectionResult | Waiting | Unknown;

/** `not_found`: the channel has never been told of it. */
export type AskAnswer = OpenAnswer | { status: 'not_found' };

/** `closed`: nobody has paid, and whoever tries to from now on is refused. */
export type CloseAnswer = CollectionResult | { status: 'closed' } | Unknown;

/**
 * A way in from a bank or another company, over which merchants are paid. What one must keep to:
 *
 * - `open` has its effect once for a tenant and order number, and answers how that order stands when called again. The
 *   merchant's server waits for it: it is handed on `payUrl`, which stays the same for an order and cannot be guessed.
 * - `success` means that the money is there: the merchant is credited with it. `failed` and `closed` mean that none has
 *   come and none will. Whatever is less certain is `unknown`; throwing counts as `unknown`.
 * - `close` is called when a payer's time is over. Of one who has paid meanwhile it answers `success`. It closes also
 *   what the channel was never told of, so that an `open` under way comes too late.
 * - `ask` changes nothing on this side of the channel.
 * - All end soon after `signal` has fired; they are not waited for any longer.
 */
export interface CollectionAdapter {
  open(order: ChannelCollection, signal: AbortSignal): Promise<OpenAnswer>;
  ask(order: ChannelCollection, signal: AbortSignal): Promise<AskAnswer>;
  close(order: ChannelCollection, signal: AbortSignal): Promise<CloseAnswer>;
}

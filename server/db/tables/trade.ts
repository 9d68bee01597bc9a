import type { Generated } from 'kysely';
import type { RefundFee } from '#shared/money/refundFee.ts';
import type { Deduction } from '#shared/money/fee.ts';
import type {
  Account,
  Answered,
  Asked,
  Charged,
  Checked,
  Decided,
  Instructions,
  KeyAsked,
  Keyed,
  Timestamps,
} from './columns.ts';

/** Channels and their orders. */

/** Only the platform's deposit channels have instructions. */
export interface ChannelsTable extends Keyed, Timestamps, Instructions {
  platform_channel_id: string | null;
  name: string;
  code: string;
  type: 'collection' | 'payout' | 'deposit' | 'withdrawal';
  rate_bps: number;
  fixed_fee: Generated<bigint>;
  min_fee: bigint | null;
  max_fee: bigint | null;
  deduction: Deduction;
  min_amount: bigint;
  max_amount: bigint;
  currency: string;
  status: Generated<'enabled' | 'disabled'>;
  refund_fee: Generated<RefundFee>;
  revision: Generated<number>;
}

/**
 * Channels as orders see them: also closed if the platform has closed its own channel, no adapter is connected, or there
 * is no account to pay to. Instructions are those of the platform's channel.
 */
export interface OpenChannelsView extends ChannelsTable {
  /** False if no adapter serves it. */
  is_connected: boolean;
  /** True if it takes deposits, but there is no account to pay to. */
  lacks_account: boolean;
  /** True if its adapter sends refunds. */
  takes_refunds: boolean;
}

export interface OrdersTable extends Keyed, Timestamps, Charged, Answered {
  order_no: string;
  merchant_order_no: string;
  channel_order_no: string | null;
  channel_id: string;
  subject: string | null;
  payer_name: string | null;
  client_ip: string | null;
  return_url: string | null;
  status: 'pending' | 'success' | 'failed' | 'closed';
  expires_at: Date | null;
  succeeded_at: Date | null;
  /** Sum of the refunds that succeeded. */
  refunded_amount: Generated<bigint>;
  /** Sum of the refunds without a result yet. */
  refund_open_amount: Generated<bigint>;
}

export interface PayoutsTable extends Keyed, Timestamps, Omit<Charged, 'arrival_amount'>, Account, Answered {
  order_no: string;
  merchant_order_no: string | null;
  source: 'console' | 'batch' | 'api';
  batch_id: string | null;
  payment_request_id: string | null;
  channel_id: string;
  debit_amount: bigint;
  payee_name: string;
  remark: string | null;
  channel_order_no: string | null;
  creator_id: string | null;
  /** `pending_approval`: of a merchant's server, above a limit of its key. Nothing is sent until a user approves it. */
  status: 'pending_approval' | 'pending' | 'processing' | 'success' | 'failed';
  finished_at: Date | null;
}

export interface RefundsTable extends Keyed, Timestamps, Decided, Asked, Answered, Checked, KeyAsked {
  refund_no: string;
  /** The merchant's own number, or null if the refund was made in the console. */
  merchant_refund_no: string | null;
  order_id: string;
  order_no: string;
  channel_id: string;
  source: 'console' | 'api';
  amount: bigint;
  fee_returned: bigint;
  /** Amount that the payer gets back, in minor units. */
  payer_amount: bigint;
  /** Amount that leaves the merchant's wallet, in minor units. */
  debit_amount: bigint;
  refund_fee: RefundFee;
  deduction: Deduction;
  currency: string;
  reason: string;
  status: 'pending_approval' | 'processing' | 'success' | 'failed' | 'rejected' | 'cancelled';
  creator_id: string | null;
  channel_refund_no: string | null;
  finished_at: Date | null;
}

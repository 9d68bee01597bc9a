import type { Generated } from 'kysely';
import type { SheetReading } from '#shared/contract/sheets.ts';
import type { CardNumberConcern } from '@merchant-console/declaration';
import type { Deduction } from '#shared/money/fee.ts';
import type {
  Account,
  Asked,
  Charged,
  Checked,
  Decided,
  Instructions,
  Json,
  KeyAsked,
  Keyed,
  Timestamps,
} from './columns.ts';

/** Requests that move money, bank cards, batches. */

export interface BankcardsTable extends Keyed, Timestamps, Account {
  name: string;
  is_default: Generated<boolean>;
  status: Generated<'enabled' | 'disabled'>;
  usable_at: Date;
  /** Keyed hash of the card number; null until the server has backfilled it. */
  card_hash: Generated<string | null>;
  revision: Generated<number>;
}

export interface PayeesTable extends Keyed, Timestamps, Account {
  name: string;
  /** Keyed hash of the number. */
  card_hash: string;
  note: string | null;
  status: 'enabled' | 'disabled';
  usable_at: Date;
  creator_id: string;
  revision: number;
}

/** Its instructions are those of its request. */
export interface DepositsTable extends Keyed, Timestamps, Charged, Instructions {
  deposit_no: string;
  channel_id: string;
  payer_name: string;
  remark: string | null;
  status: 'pending_payment' | 'pass' | 'reject';
  creator_id: string | null;
  reviewer_id: string | null;
  reject_reason: string | null;
  reviewed_at: Date | null;
}

export interface WithdrawalsTable extends Keyed, Timestamps, Charged, Account {
  withdrawal_no: string;
  bankcard_id: string;
  card_holder: string;
  remark: string | null;
  status: 'pending' | 'processing' | 'success' | 'failed' | 'rejected' | 'cancelled';
  creator_id: string | null;
  reviewer_id: string | null;
  /** The operator who marked it as paid or as returned; null if nobody has, or before this was recorded. */
  marker_id: string | null;
  reject_reason: string | null;
  reviewed_at: Date | null;
  finished_at: Date | null;
}

export interface PaymentRequestsTable extends Keyed, Timestamps, Account, Decided, Asked, Checked, KeyAsked {
  request_no: string;
  channel_id: string;
  payee_name: string;
  amount: bigint;
  fee: bigint;
  currency: string;
  remark: string | null;
  status: 'pending' | 'pass' | 'reject' | 'cancelled';
  source: Generated<'console' | 'api'>;
  /** Null for a request of the merchant's server. */
  creator_id: string | null;
  payout_id: string | null;
  /** The failed payout that this one pays again. */
  repeats_payout_id: Generated<string | null>;
  /** The saved payee that was chosen, or saved with the request. */
  payee_id: Generated<string | null>;
  /** True if the request created its saved payee. */
  saves_payee: Generated<boolean>;
}

/** What passed without the approval of another user. */
export interface UnapprovedOutflowsTable {
  merchant_id: string;
  /** ID of the payout or refund. */
  record_id: string;
  kind: 'payout' | 'refund';
  /** ID of a user or signing key. */
  maker_id: string;
  /** Keyed hash of the payee's number, or ID of the refunded order. */
  account: string;
  currency: string;
  amount: bigint;
  at: Date;
}

export interface BatchTransfersTable extends Keyed, Timestamps, Asked, Checked {
  batch_no: string;
  file_name: string;
  /** Null if the batch was made from failed rows of another one, or is being uploaded. */
  file_sha256: string | null;
  total_count: number;
  valid_count: number;
  invalid_count: number;
  total_amount: bigint;
  total_fee: bigint;
  success_count: number;
  failed_count: number;
  /** Total of the paid items before an inner fee; `v_batch_transfers` has what the payees got. */
  success_amount: Generated<bigint>;
  success_fee: Generated<bigint>;
  currency: string;
  /** `uploading` until all items are stored, which nobody sees: the views leave such batches out. */
  status: 'uploading' | 'draft' | 'submitted' | 'processing' | 'done' | 'partly_failed' | 'failed' | 'discarded';
  creator_id: string | null;
  approver_id: string | null;
  submitted_at: Date | null;
  channel_id: string | null;
  /** Changes since the upload plus one. */
  revision: Generated<number>;
  /** Rule that its rows were checked with; null if an earlier version checked them. */
  deduction: Generated<Deduction | null>;
  /** The batch whose failed rows this one pays again. */
  repeats_batch_id: Generated<string | null>;
  /** How its file was read; null if all of it was and nothing was chosen. */
  reading: SheetReading | null;
  /** The sheet, if other sheets of the file may be batches of their own; otherwise ''. */
  sheet_name: Generated<string>;
}

/** Problems of the cells of an item's row, by column; the texts are `errors.<key>`. */
type CellProblems = Readonly<Record<string, readonly { key: string; args?: Record<string, string | number> }[]>>;

export interface BatchTransferItemsTable extends Keyed, Timestamps {
  batch_id: string;
  line_no: number;
  payee_name: string | null;
  card_number: string | null;
  card_number_masked: string | null;
  bank_name: string | null;
  branch_name: string | null;
  amount: bigint | null;
  fee: bigint | null;
  currency: string;
  remark: string | null;
  status: 'invalid' | 'valid' | 'queued' | 'success' | 'failed';
  error_code: string | null;
  error_msg: string | null;
  payout_id: string | null;
  problems: CellProblems | null;
  amount_text: string | null;
  /** Equal for equal cards of one merchant. */
  card_hash: string | null;
  recent_payout_no: string | null;
  /** Result of the card number check; null if there is no number, or it was read before numbers were checked. */
  card_check: CardNumberConcern | 'sound' | null;
  /** True if a user has accepted a number that looks mistyped. */
  card_accepted: boolean;
  /** The failed payout that this row pays again, unless its batch was discarded. */
  repeats_payout_id: Generated<string | null>;
}

export interface AdjustmentsTable extends Keyed, Timestamps, Decided, Checked {
  adjustment_no: string;
  amount: bigint;
  currency: string;
  reason: string;
  status: 'pending' | 'pass' | 'reject';
  creator_id: string;
}

/** An act of an operator of the platform that waits for a second one. */
export interface OperatorRequestsTable extends Keyed, Timestamps, Decided, Checked {
  request_no: string;
  /** `<resource>.<verb>` */
  act: string;
  resource: string;
  record_id: string;
  /** The merchant that it concerns. */
  tenant_id: string | null;
  /** Minor units. */
  amount: bigint | null;
  currency: string | null;
  /** The act's values. */
  wanted: Json<Record<string, unknown>>;
  before: Json<Record<string, unknown> | null>;
  after: Json<Record<string, unknown> | null>;
  status: 'pending' | 'pass' | 'reject' | 'cancelled';
  creator_id: string;
}

/** Amounts up to which one operator decides alone. */
export interface PlatformLimitsTable extends Keyed, Timestamps {
  currency: string;
  /** Minor units. */
  amount: bigint;
  revision: Generated<number>;
}

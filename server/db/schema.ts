import type { ColumnType, Generated } from 'kysely';
import type { Label } from '#shared/i18n/label.ts';

/** Rows as the database drivers give them: int8 as bigint, timestamptz as Date, jsonb parsed. */

type Json<T> = ColumnType<T, string | Extract<T, null>, string | Extract<T, null>>;

interface Timestamps {
  created_at: Date;
  updated_at: Date;
}

export interface MerchantsTable extends Timestamps {
  merchant_id: string;
  merchant_no: string;
  type: 'platform' | 'merchant';
  parent_id: string | null;
  name: string;
  short_name: string | null;
  contact_name: string | null;
  phone: string | null;
  email: string | null;
  currency: string;
  is_divide_hundred: 0 | 1;
  time_zone: string;
  approval_threshold: Generated<bigint>;
  status: Generated<'active' | 'disabled'>;
  remark: string | null;
  last_login_at: Date | null;
}

export interface MerchantDescendantsTable {
  merchant_id: string;
  descendant_id: string;
  depth: number;
}

export interface DirectoryTable {
  merchant_id: string;
  kind: 'username' | 'merchant_no';
  name: string;
  tenant_id: string;
  record_id: string;
}

export interface SettingsTable {
  merchant_id: string;
  name: string;
  value: Json<unknown>;
  updated_at: Date;
}

export interface UsersTable extends Timestamps {
  merchant_id: string;
  id: string;
  username: string;
  real_name: string | null;
  phone: string | null;
  email: string | null;
  avatar: string | null;
  introduction: string | null;
  password_hash: string | null;
  pay_password_hash: string | null;
  totp_secret: string | null;
  totp_last_step: bigint | null;
  status: Generated<'invited' | 'enabled' | 'disabled'>;
  last_login_at: Date | null;
  last_login_ip: string | null;
}

export interface RolesTable extends Timestamps {
  merchant_id: string;
  id: string;
  name: string;
  description: string | null;
  is_owner: Generated<boolean>;
}

export interface RolePermissionsTable {
  merchant_id: string;
  role_id: string;
  permission: string;
}

export interface UserRolesTable {
  merchant_id: string;
  user_id: string;
  role_id: string;
}

export interface SessionsTable {
  merchant_id: string;
  id: string;
  user_id: string;
  token_hash: string;
  ip: string | null;
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}

export interface SignInAttemptsTable {
  merchant_id: string;
  username: string;
  failures: number;
  locked_until: Date | null;
  updated_at: Date;
}

export interface EnrolmentsTable {
  merchant_id: string;
  id: string;
  user_id: string;
  token_hash: string;
  totp_secret: string;
  expires_at: Date;
  used_at: Date | null;
  created_at: Date;
}

export interface IdempotencyKeysTable {
  merchant_id: string;
  user_id: string;
  route: string;
  key: string;
  body_hash: string;
  answer: Json<unknown>;
  created_at: Date;
  expires_at: Date;
}

export interface PayPasswordAttemptsTable {
  merchant_id: string;
  user_id: string;
  failures: number;
  locked_until: Date | null;
  updated_at: Date;
}

export interface MenusTable extends Timestamps {
  merchant_id: string;
  id: string;
  parent_id: string | null;
  url_name: string;
  component_path: string | null;
  title: Json<Label>;
  icon: string | null;
  position: number;
  redirect: string | null;
  is_hidden: Generated<boolean>;
  /** Counts the changes, for the optimistic lock. */
  revision: Generated<number>;
}

type Deduction = 'inner' | 'outer';
type NotifyStatus = 'none' | 'pending' | 'delivered' | 'failed';

export interface ChannelsTable extends Timestamps {
  merchant_id: string;
  id: string;
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
}

export interface OrdersTable extends Timestamps {
  merchant_id: string;
  id: string;
  order_no: string;
  merchant_order_no: string;
  channel_order_no: string | null;
  channel_id: string;
  amount: bigint;
  fee: bigint;
  arrival_amount: bigint;
  rate_bps: number;
  fixed_fee: bigint;
  deduction: Deduction;
  currency: string;
  subject: string | null;
  payer_name: string | null;
  client_ip: string | null;
  notify_url: string | null;
  return_url: string | null;
  notify_status: Generated<NotifyStatus>;
  status: 'pending' | 'success' | 'failed' | 'closed';
  error_code: string | null;
  error_msg: string | null;
  expires_at: Date | null;
  succeeded_at: Date | null;
}

export interface PayoutsTable extends Timestamps {
  merchant_id: string;
  id: string;
  order_no: string;
  merchant_order_no: string | null;
  source: 'console' | 'batch' | 'api';
  batch_id: string | null;
  payment_request_id: string | null;
  channel_id: string;
  amount: bigint;
  fee: bigint;
  debit_amount: bigint;
  rate_bps: number;
  fixed_fee: bigint;
  deduction: Deduction;
  currency: string;
  payee_name: string;
  card_number: string;
  card_number_masked: string;
  bank_name: string;
  branch_name: string | null;
  remark: string | null;
  channel_order_no: string | null;
  creator_id: string | null;
  notify_status: Generated<NotifyStatus>;
  status: 'pending' | 'processing' | 'success' | 'failed';
  error_code: string | null;
  error_msg: string | null;
  finished_at: Date | null;
}

export interface WalletsTable {
  merchant_id: string;
  currency: string;
  available: Generated<bigint>;
  frozen: Generated<bigint>;
  available_seq: Generated<bigint>;
  frozen_seq: Generated<bigint>;
  updated_at: Date;
}

export interface LedgerTransactionsTable {
  merchant_id: string;
  id: string;
  event: string;
  order_type: 'manual_adjustment' | 'deposit' | 'withdrawal' | 'payout' | 'collection';
  business_id: string;
  business_order_no: string;
  reverses_id: string | null;
  remark: string | null;
  created_at: Date;
}

export interface LedgerEntriesTable {
  merchant_id: string;
  id: string;
  transaction_id: string;
  account: 'available' | 'frozen' | 'fees' | 'clearing' | 'adjustments';
  currency: string;
  amount: bigint;
  seq: bigint | null;
  balance_after: bigint | null;
  available_after: bigint | null;
  frozen_after: bigint | null;
  created_at: Date;
}

interface Account {
  /** Encrypted. */
  card_number: string;
  card_number_masked: string;
  bank_name: string;
  branch_name: string | null;
}

interface Charged {
  amount: bigint;
  fee: bigint;
  arrival_amount: bigint;
  rate_bps: number;
  fixed_fee: bigint;
  deduction: Deduction;
  currency: string;
}

export interface BankcardsTable extends Timestamps, Account {
  merchant_id: string;
  id: string;
  name: string;
  is_default: Generated<boolean>;
  status: Generated<'enabled' | 'disabled'>;
  usable_at: Date;
}

export interface DepositsTable extends Timestamps, Charged {
  merchant_id: string;
  id: string;
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

export interface WithdrawalsTable extends Timestamps, Charged, Account {
  merchant_id: string;
  id: string;
  withdrawal_no: string;
  bankcard_id: string;
  card_holder: string;
  remark: string | null;
  status: 'pending' | 'processing' | 'success' | 'failed' | 'rejected' | 'cancelled';
  creator_id: string | null;
  reviewer_id: string | null;
  reject_reason: string | null;
  reviewed_at: Date | null;
  finished_at: Date | null;
}

export interface PaymentRequestsTable extends Timestamps, Account {
  merchant_id: string;
  id: string;
  request_no: string;
  channel_id: string;
  payee_name: string;
  amount: bigint;
  fee: bigint;
  currency: string;
  remark: string | null;
  status: 'pending' | 'pass' | 'reject' | 'cancelled';
  creator_id: string;
  approver_id: string | null;
  reject_reason: string | null;
  decided_at: Date | null;
  payout_id: string | null;
}

export interface BatchTransfersTable extends Timestamps {
  merchant_id: string;
  id: string;
  batch_no: string;
  file_name: string;
  file_sha256: string;
  total_count: number;
  valid_count: number;
  invalid_count: number;
  total_amount: bigint;
  total_fee: bigint;
  success_count: number;
  failed_count: number;
  currency: string;
  status: 'draft' | 'submitted' | 'processing' | 'done' | 'partly_failed' | 'failed' | 'discarded';
  creator_id: string | null;
  approver_id: string | null;
  submitted_at: Date | null;
}

export interface BatchTransferItemsTable extends Timestamps {
  merchant_id: string;
  id: string;
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
}

export interface AdjustmentsTable extends Timestamps {
  merchant_id: string;
  id: string;
  adjustment_no: string;
  amount: bigint;
  currency: string;
  reason: string;
  status: 'pending' | 'pass' | 'reject';
  creator_id: string;
  approver_id: string | null;
  reject_reason: string | null;
  decided_at: Date | null;
}

export interface AuditLogsTable {
  merchant_id: string;
  id: string;
  seq: bigint;
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  resource: string;
  record_id: string;
  before: Json<Readonly<Record<string, unknown>> | null>;
  after: Json<Readonly<Record<string, unknown>> | null>;
  ip: string | null;
  user_agent: string | null;
  at: Date;
  previous_hash: string;
  hash: string;
}

export interface AuditHeadsTable {
  merchant_id: string;
  seq: bigint;
  hash: string;
}

export interface FilesTable {
  merchant_id: string;
  id: string;
  resource: string;
  source: string;
  record_id: string | null;
  name: string;
  media_type: string;
  /** In bytes. */
  size: number;
  sha256: string;
  bytes: Uint8Array;
  uploaded_by: string;
  created_at: Date;
}

export interface StoredResourcesTable {
  merchant_id: string;
  name: string;
  fields: Json<unknown>;
  updated_at: Date;
}

export interface Database {
  merchants: MerchantsTable;
  merchant_descendants: MerchantDescendantsTable;
  directory: DirectoryTable;
  settings: SettingsTable;
  users: UsersTable;
  roles: RolesTable;
  role_permissions: RolePermissionsTable;
  user_roles: UserRolesTable;
  sessions: SessionsTable;
  sign_in_attempts: SignInAttemptsTable;
  enrolments: EnrolmentsTable;
  idempotency_keys: IdempotencyKeysTable;
  pay_password_attempts: PayPasswordAttemptsTable;
  bankcards: BankcardsTable;
  deposits: DepositsTable;
  withdrawals: WithdrawalsTable;
  payment_requests: PaymentRequestsTable;
  batch_transfers: BatchTransfersTable;
  batch_transfer_items: BatchTransferItemsTable;
  adjustments: AdjustmentsTable;
  audit_logs: AuditLogsTable;
  audit_heads: AuditHeadsTable;
  files: FilesTable;
  stored_resources: StoredResourcesTable;
  menus: MenusTable;
  channels: ChannelsTable;
  orders: OrdersTable;
  payouts: PayoutsTable;
  wallets: WalletsTable;
  ledger_transactions: LedgerTransactionsTable;
  ledger_entries: LedgerEntriesTable;
}

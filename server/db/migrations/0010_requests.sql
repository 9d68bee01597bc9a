-- Requests that move money, the cards it goes to, and batches of payouts. Amounts are minor units; card and account
-- numbers are encrypted with the data key, and `_masked` is what is shown of them.

create table if not exists bankcards (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  bank_name text not null,
  branch_name text,
  name text not null, -- holder
  card_number text not null,
  card_number_masked text not null,
  is_default boolean not null default false,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  usable_at timestamptz not null, -- end of the cooling-off time
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create index if not exists bankcards_by_time on bankcards (merchant_id, created_at, id);

create table if not exists deposits (
  merchant_id uuid not null,
  id uuid not null,
  deposit_no text collate "C" not null,
  channel_id uuid not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  arrival_amount bigint not null check (arrival_amount >= 0),
  rate_bps integer not null,
  fixed_fee bigint not null,
  deduction text not null check (deduction in ('inner', 'outer')),
  currency text not null,
  payer_name text collate "C" not null,
  remark text,
  status text not null check (status in ('pending_payment', 'pass', 'reject')),
  creator_id uuid,
  reviewer_id uuid,
  reject_reason text,
  reviewed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, deposit_no),
  foreign key (merchant_id, channel_id) references channels (merchant_id, id),
  check ((status = 'pending_payment') = (reviewed_at is null))
);
create index if not exists deposits_by_time on deposits (merchant_id, created_at, id);
create index if not exists deposits_by_status on deposits (merchant_id, status, created_at, id);
create index if not exists deposits_by_amount on deposits (merchant_id, amount, id);
create index if not exists deposits_by_channel on deposits (merchant_id, channel_id, created_at, id);
create index if not exists deposits_by_payer on deposits (merchant_id, payer_name);

create table if not exists withdrawals (
  merchant_id uuid not null,
  id uuid not null,
  withdrawal_no text collate "C" not null,
  bankcard_id uuid not null,
  bank_name text not null, -- the card as it was when the money was asked for
  branch_name text,
  card_holder text collate "C" not null,
  card_number text not null,
  card_number_masked text not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  arrival_amount bigint not null check (arrival_amount >= 0),
  rate_bps integer not null,
  fixed_fee bigint not null,
  deduction text not null check (deduction in ('inner', 'outer')),
  currency text not null,
  remark text,
  status text not null check (status in ('pending', 'processing', 'success', 'failed', 'rejected', 'cancelled')),
  creator_id uuid,
  reviewer_id uuid,
  reject_reason text,
  reviewed_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, withdrawal_no),
  foreign key (merchant_id, bankcard_id) references bankcards (merchant_id, id)
);
create index if not exists withdrawals_by_time on withdrawals (merchant_id, created_at, id);
create index if not exists withdrawals_by_status on withdrawals (merchant_id, status, created_at, id);
create index if not exists withdrawals_by_amount on withdrawals (merchant_id, amount, id);
create index if not exists withdrawals_by_card on withdrawals (merchant_id, bankcard_id, created_at, id);
create index if not exists withdrawals_by_holder on withdrawals (merchant_id, card_holder);

create table if not exists payment_requests (
  merchant_id uuid not null,
  id uuid not null,
  request_no text collate "C" not null,
  channel_id uuid not null,
  payee_name text collate "C" not null,
  card_number text not null,
  card_number_masked text not null,
  bank_name text not null,
  branch_name text,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  currency text not null,
  remark text,
  status text not null check (status in ('pending', 'pass', 'reject', 'cancelled')),
  creator_id uuid not null,
  approver_id uuid,
  reject_reason text,
  decided_at timestamptz,
  payout_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, request_no),
  foreign key (merchant_id, channel_id) references channels (merchant_id, id),
  check (approver_id is null or approver_id <> creator_id)
);
create index if not exists payment_requests_by_time on payment_requests (merchant_id, created_at, id);
create index if not exists payment_requests_by_status on payment_requests (merchant_id, status, created_at, id);
create index if not exists payment_requests_by_amount on payment_requests (merchant_id, amount, id);
create index if not exists payment_requests_by_channel on payment_requests (merchant_id, channel_id, created_at, id);
create index if not exists payment_requests_by_creator on payment_requests (merchant_id, creator_id, created_at, id);
create index if not exists payment_requests_by_payee on payment_requests (merchant_id, payee_name);

create table if not exists batch_transfers (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  batch_no text collate "C" not null,
  file_name text not null,
  file_sha256 text not null,
  total_count integer not null,
  valid_count integer not null,
  invalid_count integer not null,
  total_amount bigint not null,
  total_fee bigint not null,
  success_count integer not null default 0,
  failed_count integer not null default 0,
  currency text not null,
  status text not null
    check (status in ('draft', 'submitted', 'processing', 'done', 'partly_failed', 'failed', 'discarded')),
  creator_id uuid,
  approver_id uuid,
  submitted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, batch_no),
  unique (merchant_id, file_sha256),
  check (total_count = valid_count + invalid_count)
);
create index if not exists batch_transfers_by_time on batch_transfers (merchant_id, created_at, id);
create index if not exists batch_transfers_by_status on batch_transfers (merchant_id, status, created_at, id);

create table if not exists batch_transfer_items (
  merchant_id uuid not null,
  id uuid not null,
  batch_id uuid not null,
  line_no integer not null check (line_no > 0),
  payee_name text collate "C",
  card_number text,
  card_number_masked text,
  bank_name text,
  branch_name text,
  amount bigint,
  fee bigint,
  currency text not null,
  remark text,
  status text not null check (status in ('invalid', 'valid', 'queued', 'success', 'failed')),
  error_code text,
  error_msg text,
  payout_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, batch_id, line_no),
  foreign key (merchant_id, batch_id) references batch_transfers (merchant_id, id) on delete cascade
);
create index if not exists batch_transfer_items_by_payee on batch_transfer_items (merchant_id, payee_name);
create index if not exists batch_transfer_items_by_line on batch_transfer_items (merchant_id, line_no, id);
create index if not exists batch_transfer_items_by_status on batch_transfer_items (merchant_id, status, created_at, id);

-- Corrections of a merchant's balance by the platform. They belong to the merchant whose money they move.
create table if not exists adjustments (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  adjustment_no text collate "C" not null,
  amount bigint not null check (amount <> 0), -- above zero: in the merchant's favour
  currency text not null,
  reason text not null,
  status text not null check (status in ('pending', 'pass', 'reject')),
  creator_id uuid not null, -- users of the platform
  approver_id uuid,
  reject_reason text,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, adjustment_no),
  check (approver_id is null or approver_id <> creator_id)
);
create index if not exists adjustments_by_time on adjustments (merchant_id, created_at, id);

alter table menus add column if not exists revision integer not null default 1;

-- A payout's number, payee and amount are looked for; so is the order behind a ledger entry.
create index if not exists payouts_by_amount on payouts (merchant_id, amount, id);
create index if not exists payouts_by_channel on payouts (merchant_id, channel_id, created_at, id);
create index if not exists payouts_by_batch on payouts (merchant_id, batch_id, created_at, id);
create index if not exists payouts_by_payee on payouts (merchant_id, payee_name);
create index if not exists payouts_by_channel_order_no on payouts (merchant_id, channel_order_no);
create index if not exists ledger_transactions_by_order_no on ledger_transactions (merchant_id, business_order_no);
create index if not exists ledger_entries_by_account on ledger_entries (merchant_id, account, created_at, id);
-- As v_ledgers writes a serial number.
create index if not exists ledger_entries_by_serial_no
  on ledger_entries (merchant_id, ((currency || lpad(seq::text, 10, '0')) collate "C")) where account = 'available';

create index if not exists sessions_by_time on sessions (merchant_id, created_at, id);
create index if not exists audit_logs_by_record_id on audit_logs (merchant_id, record_id, at, id);

-- Channels with each tenant's rates, and the orders that run over them. Amounts are minor units.

create table if not exists channels (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  platform_channel_id uuid, -- the platform's channel that a merchant's row is a rate for
  name text not null,
  code text not null,
  type text not null check (type in ('collection', 'payout', 'deposit', 'withdrawal')),
  rate_bps integer not null check (rate_bps between 0 and 10000),
  fixed_fee bigint not null default 0 check (fixed_fee >= 0),
  min_fee bigint check (min_fee >= 0),
  max_fee bigint check (max_fee >= 0),
  deduction text not null check (deduction in ('inner', 'outer')),
  min_amount bigint not null check (min_amount > 0),
  max_amount bigint not null,
  currency text not null,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, code),
  check (max_amount >= min_amount),
  check (min_fee is null or max_fee is null or max_fee >= min_fee)
);

create table if not exists orders (
  merchant_id uuid not null,
  id uuid not null,
  order_no text collate "C" not null,
  merchant_order_no text collate "C" not null,
  channel_order_no text collate "C",
  channel_id uuid not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  arrival_amount bigint not null check (arrival_amount >= 0),
  rate_bps integer not null,
  fixed_fee bigint not null,
  deduction text not null check (deduction in ('inner', 'outer')),
  currency text not null,
  subject text,
  payer_name text collate "C",
  client_ip text,
  notify_url text,
  return_url text,
  notify_status text not null default 'none' check (notify_status in ('none', 'pending', 'delivered', 'failed')),
  status text not null check (status in ('pending', 'success', 'failed', 'closed')),
  error_code text,
  error_msg text,
  expires_at timestamptz,
  succeeded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, merchant_order_no),
  unique (merchant_id, order_no),
  foreign key (merchant_id, channel_id) references channels (merchant_id, id)
);
create index if not exists orders_by_time on orders (merchant_id, created_at, id);
create index if not exists orders_by_status on orders (merchant_id, status, created_at, id);
create index if not exists orders_by_channel on orders (merchant_id, channel_id, created_at, id);
create index if not exists orders_by_amount on orders (merchant_id, amount, id);
create index if not exists orders_by_channel_order_no on orders (merchant_id, channel_order_no);
create index if not exists orders_by_payer on orders (merchant_id, payer_name);

create table if not exists payouts (
  merchant_id uuid not null,
  id uuid not null,
  order_no text collate "C" not null,
  merchant_order_no text collate "C",
  source text not null check (source in ('console', 'batch', 'api')),
  batch_id uuid,
  payment_request_id uuid,
  channel_id uuid not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  debit_amount bigint not null check (debit_amount > 0),
  rate_bps integer not null,
  fixed_fee bigint not null,
  deduction text not null check (deduction in ('inner', 'outer')),
  currency text not null,
  payee_name text collate "C" not null,
  card_number text not null, -- encrypted with the data key
  card_number_masked text not null, -- first 4 and last 4 digits
  bank_name text not null,
  branch_name text,
  remark text,
  channel_order_no text collate "C",
  creator_id uuid,
  notify_status text not null default 'none' check (notify_status in ('none', 'pending', 'delivered', 'failed')),
  status text not null check (status in ('pending', 'processing', 'success', 'failed')),
  error_code text,
  error_msg text,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, order_no),
  unique (merchant_id, merchant_order_no),
  foreign key (merchant_id, channel_id) references channels (merchant_id, id)
);
create index if not exists payouts_by_time on payouts (merchant_id, created_at, id);
create index if not exists payouts_by_status on payouts (merchant_id, status, created_at, id);

-- What is still to be done about payouts, and what the sandbox has been sent.

-- One row for each payout that has no result yet, written and removed with it in one transaction. Workers take what is
-- due by moving `due_at` on, so that the work of one that was killed comes up again.
create table if not exists payout_jobs (
  merchant_id uuid not null,
  payout_id uuid not null,
  due_at timestamptz not null,
  polls integer not null default 0, -- how often it was put off
  primary key (merchant_id, payout_id),
  foreign key (merchant_id, payout_id) references payouts (merchant_id, id) on delete cascade
);
create index if not exists payout_jobs_by_due_at on payout_jobs (merchant_id, due_at);

-- The memory of the built-in sandbox, which stands in for a bank: the product itself never reads it.
create table if not exists sandbox_orders (
  merchant_id uuid not null,
  order_no text collate "C" not null,
  amount bigint not null, -- minor units, as they reach the payee
  currency text not null,
  status text not null check (status in ('processing', 'success', 'failed')),
  channel_order_no text,
  error_code text,
  error_msg text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, order_no)
);

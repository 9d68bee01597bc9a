-- What a user or a key got through without another user's approval, so that thresholds count sums. A payment that fails
-- is removed, and rows are deleted once no merchant's period can contain them.
create table if not exists unapproved_outflows (
  merchant_id uuid not null,
  record_id uuid not null, -- of the payout or refund
  kind text not null check (kind in ('payout', 'refund')),
  maker_id uuid not null, -- a user or a signing key
  account text collate "C" not null, -- keyed hash of the payee's number, or ID of the refunded order
  currency text not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null,
  primary key (merchant_id, record_id)
);
create index if not exists unapproved_outflows_by_maker on unapproved_outflows (merchant_id, maker_id, currency, at)
  include (account, amount);

alter table merchants add column if not exists daily_total bigint check (daily_total >= 0); -- null: five times the threshold
alter table merchants add column if not exists sum_window_hours integer not null default 24
  check (sum_window_hours between 1 and 168);
alter table merchants add column if not exists only_saved_payees boolean not null default false;

-- The rule that asked for approval, and the amount or sum that was above its limit.
alter table payment_requests add column if not exists approval_rule text;
alter table payment_requests add column if not exists approval_sum bigint;
alter table payment_requests add column if not exists saves_payee boolean not null default false;
alter table refunds add column if not exists approval_rule text;
alter table refunds add column if not exists approval_sum bigint;
alter table batch_transfers add column if not exists approval_rule text;
alter table batch_transfers add column if not exists approval_sum bigint;

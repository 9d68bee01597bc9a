-- Refunds of successful collection orders, in full or in part. Amounts are minor units.
-- Formerly 8f5474bb38402e85f6d7dfed4a1d937970a55ca7a630deb420cb2f81e036084d

-- Whether the fee of an order comes back to the merchant when the order is refunded.
alter table channels add column if not exists refund_fee text not null default 'keep'
  check (refund_fee in ('keep', 'return', 'return_in_proportion'));

-- Sums of the order's refunds: of those that succeeded, and of those without a result yet. Written with the refunds, under
-- a lock of the order; the check holds whatever a program does.
alter table orders add column if not exists refunded_amount bigint not null default 0;
alter table orders add column if not exists refund_open_amount bigint not null default 0;
alter table orders drop constraint if exists orders_refunded_amount_check;
alter table orders add constraint orders_refunded_amount_check check (refunded_amount >= 0) not valid;
alter table orders drop constraint if exists orders_refund_open_amount_check;
alter table orders add constraint orders_refund_open_amount_check check (refund_open_amount >= 0) not valid;
alter table orders
  validate constraint orders_refunded_amount_check, validate constraint orders_refund_open_amount_check;
alter table orders drop constraint if exists orders_refunded_check;
alter table orders add constraint orders_refunded_check check (
  refunded_amount + refund_open_amount <= case when status = 'success' then amount else 0 end
) not valid; -- holds for old rows, as both sums are 0
create table if not exists refunds (
  merchant_id uuid not null,
  id uuid not null,
  refund_no text collate "C" not null,
  merchant_refund_no text collate "C", -- of those that the merchant's server asks for
  order_id uuid not null,
  order_no text collate "C" not null, -- the order's, for searches
  channel_id uuid not null,
  source text not null check (source in ('console', 'api')),
  amount bigint not null check (amount > 0),
  fee_returned bigint not null check (fee_returned >= 0),
  payer_amount bigint not null check (payer_amount > 0), -- what the payer gets back
  debit_amount bigint not null check (debit_amount >= 0), -- what leaves the merchant's wallet
  refund_fee text not null check (refund_fee in ('keep', 'return', 'return_in_proportion')),
  deduction text not null check (deduction in ('inner', 'outer')),
  currency text not null,
  reason text not null,
  status text not null
    check (status in ('pending_approval', 'processing', 'success', 'failed', 'rejected', 'cancelled')),
  creator_id uuid, -- null: the merchant's server
  approver_id uuid,
  reject_reason text,
  decided_at timestamptz,
  channel_refund_no text collate "C",
  notify_url text,
  notify_status text not null default 'none' check (notify_status in ('none', 'pending', 'delivered', 'failed')),
  error_code text,
  error_msg text,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, refund_no),
  unique (merchant_id, merchant_refund_no),
  foreign key (merchant_id, order_id) references orders (merchant_id, id),
  foreign key (merchant_id, channel_id) references channels (merchant_id, id),
  check (approver_id is null or approver_id <> creator_id),
  check (payer_amount = debit_amount + fee_returned)
);
create index if not exists refunds_by_time on refunds (merchant_id, created_at, id);
create index if not exists refunds_by_status on refunds (merchant_id, status, created_at, id);
create index if not exists refunds_by_amount on refunds (merchant_id, amount, id);
create index if not exists refunds_by_order on refunds (merchant_id, order_id, created_at, id);
create index if not exists refunds_by_channel on refunds (merchant_id, channel_id, created_at, id);
create index if not exists refunds_by_creator on refunds (merchant_id, creator_id, created_at, id);
create index if not exists refunds_by_source on refunds (merchant_id, source, created_at, id);
create index if not exists refunds_by_order_no on refunds (merchant_id, order_no);
create index if not exists refunds_by_channel_refund_no on refunds (merchant_id, channel_refund_no);

-- As payout_jobs: one row for each refund that its channel still has to be told of or asked about.
create table if not exists refund_jobs (
  merchant_id uuid not null,
  refund_id uuid not null,
  due_at timestamptz not null,
  polls integer not null default 0,
  sent_to text, -- names the books of the bank that was sent it; null: none was
  primary key (merchant_id, refund_id),
  foreign key (merchant_id, refund_id) references refunds (merchant_id, id) on delete cascade
);
create index if not exists refund_jobs_by_due_at on refund_jobs (merchant_id, due_at);

alter table ledger_transactions drop constraint if exists ledger_transactions_order_type_check;
alter table ledger_transactions add constraint ledger_transactions_order_type_check
  check (order_type in ('manual_adjustment', 'deposit', 'withdrawal', 'payout', 'collection', 'refund')) not valid;
alter table ledger_transactions validate constraint ledger_transactions_order_type_check;
alter table notify_jobs drop constraint if exists notify_jobs_resource_check;
alter table notify_jobs add constraint notify_jobs_resource_check check (resource in ('orders', 'payouts', 'refunds'));
alter table notify_attempts drop constraint if exists notify_attempts_resource_check;
alter table notify_attempts
  add constraint notify_attempts_resource_check check (resource in ('orders', 'payouts', 'refunds')) not valid;
alter table notify_attempts validate constraint notify_attempts_resource_check;
alter table channel_connections drop constraint if exists channel_connections_type_check;
alter table channel_connections
  add constraint channel_connections_type_check check (type in ('collection', 'payout', 'refund'));

create or replace trigger note_added after insert on refunds
  referencing new table as changed for each statement execute function note_changes();
create or replace trigger note_changed after update on refunds
  referencing new table as changed for each statement execute function note_changes();

create or replace view v_refunds as
  select r.merchant_id, r.id, r.refund_no, r.merchant_refund_no, r.order_id, r.order_no, r.channel_id, r.source, r.amount,
    r.fee_returned, r.payer_amount, r.debit_amount, r.refund_fee, r.deduction, r.currency, r.reason, r.status, r.creator_id,
    r.approver_id, r.reject_reason, r.decided_at, r.channel_refund_no, r.notify_url, r.notify_status, r.error_code,
    r.error_msg, r.finished_at, r.created_at, r.updated_at
  from refunds r;

create or replace view v_submerchant_refunds as
  select d.merchant_id, r.id, r.merchant_id as submerchant_id, r.merchant_id as branch_id, r.refund_no,
    r.merchant_refund_no, r.order_id, r.order_no, c.name as channel_name, r.amount, r.fee_returned, r.debit_amount,
    r.currency, r.reason, r.status, r.channel_refund_no, r.error_code, r.error_msg, r.finished_at, r.created_at,
    r.updated_at
  from merchant_descendants d
  join refunds r on r.merchant_id = d.descendant_id
  left join channels c on c.merchant_id = r.merchant_id and c.id = r.channel_id
  where d.depth > 0;

create or replace view v_submerchant_orders as
  select d.merchant_id, o.id, o.merchant_id as submerchant_id, o.order_no, o.merchant_order_no, o.channel_order_no,
    c.name as channel_name, o.amount, o.fee, o.arrival_amount, o.currency, o.subject, o.payer_name, o.notify_status,
    o.status, o.error_code, o.error_msg, o.succeeded_at, o.created_at, o.updated_at, o.merchant_id as branch_id,
    o.refunded_amount
  from merchant_descendants d
  join orders o on o.merchant_id = d.descendant_id
  left join channels c on c.merchant_id = o.merchant_id and c.id = o.channel_id
  where d.depth > 0;

-- Only an adapter that refunds can be sent a refund; a channel that is closed for orders still gives money back.
create or replace view v_channels as
  select c.merchant_id, c.id, c.platform_channel_id, c.name, c.code, c.type, c.rate_bps, c.fixed_fee, c.min_fee, c.max_fee,
    c.deduction, c.min_amount, c.max_amount, c.currency,
    case
      when p.status = 'disabled' then p.status
      when c.type in ('deposit', 'withdrawal') then c.status
      when (case when n.code is null then r.adapter else n.adapter end) is null then 'disabled'
      else c.status
    end as status,
    c.revision, c.created_at, c.updated_at,
    c.type in ('deposit', 'withdrawal')
      or (case when n.code is null then r.adapter else n.adapter end) is not null as is_connected,
    c.refund_fee,
    c.type = 'collection' and (case when f.code is null then rf.adapter else f.adapter end) is not null as takes_refunds
  from channels c
  left join channels p on p.merchant_id = '00000000-0000-7000-8000-000000000001' and p.id = c.platform_channel_id
  left join channel_connections n
    on n.merchant_id = '00000000-0000-7000-8000-000000000001' and n.code = c.code and n.type = c.type
  left join channel_connections r
    on r.merchant_id = '00000000-0000-7000-8000-000000000001' and r.code = '*' and r.type = c.type
  left join channel_connections f
    on f.merchant_id = '00000000-0000-7000-8000-000000000001' and f.code = c.code and f.type = 'refund'
  left join channel_connections rf
    on rf.merchant_id = '00000000-0000-7000-8000-000000000001' and rf.code = '*' and rf.type = 'refund';

create or replace view v_platform_channels as
  select c.merchant_id, c.id, c.name, c.code, c.type, c.rate_bps, c.fixed_fee, c.min_fee, c.max_fee, c.deduction,
    c.min_amount, c.max_amount, c.currency, c.status, c.revision, c.created_at, c.updated_at,
    case
      when c.type in ('deposit', 'withdrawal') then 'by_hand'
      when (case when n.code is null then r.adapter else n.adapter end) is null then 'not_connected'
      when (case when n.code is null then r.adapter else n.adapter end) = 'sandbox' then 'sandbox'
      else 'connected'
    end as connection,
    case when n.code is null then r.adapter else n.adapter end as adapter,
    c.refund_fee
  from channels c
  left join channel_connections n on n.merchant_id = c.merchant_id and n.code = c.code and n.type = c.type
  left join channel_connections r on r.merchant_id = c.merchant_id and r.code = '*' and r.type = c.type
  where c.merchant_id = '00000000-0000-7000-8000-000000000001';

create or replace view v_merchant_rates as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, c.id, c.merchant_id as tenant_id,
    c.platform_channel_id as channel_id, c.name, c.code, c.type, c.rate_bps, c.fixed_fee, c.min_fee, c.max_fee, c.deduction,
    c.min_amount, c.max_amount, c.currency, c.status, c.revision, c.created_at, c.updated_at, c.refund_fee
  from channels c where c.platform_channel_id is not null;

create or replace view v_audit_logs as
  select a.merchant_id, a.id, a.seq::integer as seq, a.actor_id, a.actor_name, a.action, a.resource, a.record_id, a.before, a.after,
    a.ip, a.user_agent, a.hash, a.at as created_at, a.at as updated_at,
    case
      when a.action in ('session.refuse', 'session.forbid') then 'refusal'
      when a.resource = 'sessions' or a.action in ('users.enrol', 'users.use_recovery_code') then 'sign_in'
      when a.action like '%.export' or a.action like '%.reveal' then 'reading'
      when a.resource in (
        'orders', 'payouts', 'refunds', 'deposits', 'deposit_reviews', 'withdrawals', 'withdrawal_reviews',
        'payment_requests', 'batch_transfers', 'batch_transfer_items', 'adjustments'
      ) then 'money'
      else 'change'
    end as kind
  from audit_logs a;

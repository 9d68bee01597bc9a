-- Results of orders on their way to merchants' servers.

-- One row for each result that is still to be posted to its order's `notify_url`, written with the order's end. Workers
-- take what is due by moving `due_at` on, as they do with payout_jobs.
create table if not exists notify_jobs (
  merchant_id uuid not null references merchants (merchant_id),
  record_id uuid not null,
  resource text not null check (resource in ('orders', 'payouts')),
  due_at timestamptz not null,
  polls integer not null default 0, -- tries made, without those that somebody asked for
  asked_by uuid, -- the user who wants the next one
  primary key (merchant_id, record_id)
);
create index if not exists notify_jobs_by_due_at on notify_jobs (merchant_id, due_at);

-- Each post, as it went out and what came back.
create table if not exists notify_attempts (
  merchant_id uuid not null references merchants (merchant_id),
  record_id uuid not null,
  number integer not null, -- of the record's posts, from 1
  resource text not null check (resource in ('orders', 'payouts')),
  at timestamptz not null,
  duration_ms integer, -- null: under way, or its server was stopped
  url text not null,
  request_headers jsonb not null, -- [[name, value], …] as all headers here
  request_body text not null,
  response_status integer, -- null: there was no answer
  response_headers jsonb,
  response_body text, -- its beginning
  response_cut boolean not null default false,
  result text, -- null: under way
  sent_by uuid, -- null: the server itself
  primary key (merchant_id, record_id, number)
);
create index if not exists notify_attempts_by_at on notify_attempts (merchant_id, at);

-- With where its result goes, which a person's payout has none of.
create or replace view v_payouts as
  select p.merchant_id, p.id, p.order_no, p.merchant_order_no, p.source, p.batch_id, p.payment_request_id, p.channel_id,
    p.amount, p.fee, p.debit_amount, p.rate_bps, p.fixed_fee, p.deduction, p.currency, p.payee_name,
    p.card_number_masked as card_number, p.bank_name, p.branch_name, p.remark, p.channel_order_no, p.creator_id,
    p.notify_status, p.status, p.error_code, p.error_msg, p.finished_at, p.created_at, p.updated_at, p.notify_url
  from payouts p;

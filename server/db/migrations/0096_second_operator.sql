-- Acts of operators above the platform's limit wait here for a second operator.

-- Amounts in minor units up to which one operator decides alone, by currency.
create table if not exists platform_limits (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  currency text not null,
  amount bigint not null check (amount >= 0),
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, currency)
);

create table if not exists operator_requests (
  merchant_id uuid not null references merchants (merchant_id), -- the platform
  id uuid not null,
  request_no text not null,
  act text not null, -- such as deposit_reviews.pass
  resource text not null,
  record_id uuid not null,
  tenant_id uuid, -- the merchant that it concerns
  amount bigint, -- minor units, of a decision about money
  currency text,
  wanted jsonb not null, -- the act's values, compared with those of the second operator
  before jsonb,
  after jsonb,
  status text not null,
  creator_id uuid not null,
  approver_id uuid,
  approver_note jsonb, -- how the two are related
  reject_reason text,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create index if not exists operator_requests_by_record on operator_requests (merchant_id, record_id, act, status);
create index if not exists operator_requests_by_time on operator_requests (merchant_id, created_at, id);

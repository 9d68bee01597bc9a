-- Who did what: append-only. Each row holds the hash of the tenant's row before it, so that one that was changed or
-- taken out is found.

create table if not exists audit_logs (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  seq bigint not null, -- counts from 1 in each tenant, without a gap
  actor_id uuid, -- null: the system itself
  actor_name text,
  action text not null,
  resource text not null,
  record_id text not null,
  before jsonb, -- changed fields only
  after jsonb,
  ip text,
  user_agent text,
  at timestamptz not null,
  previous_hash text not null,
  hash text not null,
  primary key (merchant_id, id),
  unique (merchant_id, seq)
);
create index if not exists audit_logs_by_record on audit_logs (merchant_id, resource, record_id, seq);
create index if not exists audit_logs_by_time on audit_logs (merchant_id, at, id);
create index if not exists audit_logs_by_actor on audit_logs (merchant_id, actor_id, at, id);
create index if not exists audit_logs_by_action on audit_logs (merchant_id, action, at, id);
create index if not exists audit_logs_by_resource on audit_logs (merchant_id, resource, at, id);

-- The end of each tenant's chain: locked while a row is added.
create table if not exists audit_heads (
  merchant_id uuid primary key references merchants (merchant_id),
  seq bigint not null,
  hash text not null
);

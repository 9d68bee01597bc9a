-- Signing keys besides the one in merchant_keys, which may do everything. A key that has ended keeps its row for 30 days, so
-- that the log of API calls can say why a call signed with it was rejected.
create table if not exists signing_keys (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  name text not null,
  key_value text not null, -- encrypted together with the ID, as in merchant_keys
  key_tail text not null,
  may_collect boolean not null,
  may_pay boolean not null,
  may_query boolean not null,
  addresses text not null, -- IP addresses and CIDR ranges, one per line; empty: any address
  ends_at timestamptz, -- null: never
  end_reason text check (end_reason in ('expired', 'replaced', 'revoked')),
  creator_id uuid,
  last_used_at timestamptz,
  last_used_ip text,
  revision integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  check ((ends_at is null) = (end_reason is null))
);
create index if not exists signing_keys_by_end on signing_keys (merchant_id, ends_at);

alter table merchant_keys add column if not exists last_used_ip text;

-- All keys of a merchant, without their secrets. The default key is the one in merchant_keys.
create or replace view v_signing_keys as
  select merchant_id, id, name, false as is_default, key_tail, may_collect, may_pay, may_query, addresses, ends_at,
    end_reason, creator_id, last_used_at, last_used_ip, revision, created_at, updated_at
  from signing_keys
  union all
  select merchant_id, id, '' as name, true, key_tail, true, true, true, '' as addresses, ends_at,
    case when ends_at is not null then 'replaced' end, null, last_used_at, last_used_ip, 1, created_at, created_at
  from merchant_keys;

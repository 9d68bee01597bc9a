-- Tenants and what is known about them. merchant_id is the first column of every key, so that the
-- same tables can be spread over many nodes by tenant.

create table if not exists merchants (
  merchant_id uuid primary key,
  merchant_no text not null,
  type text not null check (type in ('platform', 'merchant')),
  parent_id uuid references merchants (merchant_id),
  name text not null,
  short_name text,
  contact_name text,
  phone text,
  email text,
  currency text not null,
  is_divide_hundred smallint not null check (is_divide_hundred in (0, 1)),
  time_zone text not null,
  approval_threshold bigint not null default 0 check (approval_threshold >= 0),
  status text not null default 'active' check (status in ('active', 'disabled')),
  remark text,
  last_login_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Each tenant's descendants, itself included at depth 0: what a parent may read.
create table if not exists merchant_descendants (
  merchant_id uuid not null references merchants (merchant_id),
  descendant_id uuid not null references merchants (merchant_id),
  depth smallint not null check (depth >= 0),
  primary key (merchant_id, descendant_id)
);

-- Names that are unique over all tenants (user names, merchant numbers) and whom they name.
-- These rows belong to the platform: merchant_id is always the platform's.
create table if not exists directory (
  merchant_id uuid not null references merchants (merchant_id),
  kind text not null check (kind in ('username', 'merchant_no')),
  name text not null,
  tenant_id uuid not null references merchants (merchant_id),
  record_id uuid not null,
  primary key (merchant_id, kind, name)
);

create table if not exists settings (
  merchant_id uuid not null references merchants (merchant_id),
  name text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  primary key (merchant_id, name)
);

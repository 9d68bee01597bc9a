-- Files that people give to records, and the tables that declarations asked for.

create table if not exists files (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  name text not null,
  media_type text not null,
  size integer not null check (size > 0),
  sha256 text not null,
  bytes bytea not null,
  uploaded_by uuid not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);

-- What is stored for each declared resource, as its table is now. The rows belong to the platform.
create table if not exists stored_resources (
  merchant_id uuid not null references merchants (merchant_id),
  name text not null,
  fields jsonb not null, -- source → how its values are stored
  updated_at timestamptz not null,
  primary key (merchant_id, name)
);

-- Files that people give to records, and the tables that declarations asked for.

create table if not exists files (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  resource text not null, -- the field that it was uploaded for
  source text not null,
  record_id uuid, -- the record that holds it; without one it is removed after a day
  name text not null,
  media_type text not null,
  size integer not null check (size > 0),
  sha256 text not null,
  bytes bytea not null,
  uploaded_by uuid not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
create index if not exists files_by_record on files (merchant_id, record_id, created_at);

-- What is stored for each declared resource, as its table is now. The rows belong to the platform.
create table if not exists stored_resources (
  merchant_id uuid not null references merchants (merchant_id),
  name text not null,
  fields jsonb not null, -- source → what the database can't tell of it
  updated_at timestamptz not null,
  primary key (merchant_id, name)
);

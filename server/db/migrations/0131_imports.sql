-- Files that users import into stored resources: their rows as written, what is wrong with them, and what became of them.

create table if not exists imports (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  user_id uuid not null,
  resource text not null,
  file_name text not null,
  language text not null,
  ip text not null, -- ip and user_agent: from where it was begun, for the audit log
  user_agent text,
  reading jsonb not null, -- how the file was read
  columns jsonb not null, -- heading and field of each column
  status text not null check (status in
    ('uploading', 'checking', 'ready', 'applying', 'reverting', 'done', 'undoing', 'undone')),
  mode text check (mode in ('all', 'valid')), -- null: not applied yet
  attempt integer not null default 0, -- of the current run; a run of a lower number may no longer write
  created_at timestamptz not null,
  expires_at timestamptz not null, -- when its rows are deleted, after which it can't be undone
  primary key (merchant_id, id)
);
create index if not exists imports_by_user on imports (merchant_id, user_id, resource, id);
create index if not exists imports_by_expiry on imports (merchant_id, expires_at);

create table if not exists import_rows (
  merchant_id uuid not null references merchants (merchant_id),
  import_id uuid not null,
  line integer not null, -- in the file
  cells text not null, -- encrypted: they may contain values that the resource encrypts
  is_checked boolean not null default false,
  problems jsonb not null default '{}', -- by field
  repeats text, -- place of the unique values and line of another row with the same ones
  keys text[] not null default '{}', -- digests of its unique values
  act text check (act in ('create', 'update', 'same')),
  record_id uuid, -- of the record to change, then of the one written
  revision integer, -- of that record
  outcome text check (outcome in ('created', 'updated', 'same', 'refused', 'undone', 'kept')),
  before text, -- encrypted: values that an update has replaced
  primary key (merchant_id, import_id, line),
  foreign key (merchant_id, import_id) references imports (merchant_id, id)
);

create table if not exists import_jobs (
  merchant_id uuid not null references merchants (merchant_id),
  import_id uuid not null,
  due_at timestamptz not null,
  polls integer not null default 0,
  primary key (merchant_id, import_id)
);
create index if not exists import_jobs_by_due_at on import_jobs (merchant_id, due_at);

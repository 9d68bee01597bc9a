-- What users decide for themselves, and what they are told.

alter table users add column if not exists time_zone text; -- IANA name; null: the merchant's
alter table users add column if not exists muted_notifications jsonb not null default '[]'; -- kinds that are not wanted

-- An authenticator that is to replace the one in use, until a code of its own has confirmed it.
create table if not exists authenticator_changes (
  merchant_id uuid not null,
  user_id uuid not null,
  session_id uuid not null, -- the only one that can go on with it
  totp_secret text not null, -- encrypted with the data key
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references users (merchant_id, id) on delete cascade
);

-- Several users who are told of one event have rows of one id.
create table if not exists notifications (
  merchant_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (merchant_id, user_id, id),
  foreign key (merchant_id, user_id) references users (merchant_id, id) on delete cascade
);
create index if not exists notifications_unread on notifications (merchant_id, user_id, read_at);

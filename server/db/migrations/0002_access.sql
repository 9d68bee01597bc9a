-- Who may sign in, what they may do, and what they see.

create table if not exists users (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  username text not null,
  real_name text,
  phone text,
  email text,
  avatar text,
  introduction text,
  password_hash text,
  pay_password_hash text,
  totp_secret text, -- encrypted with the data key
  totp_last_step bigint, -- the last 30-second step whose code was used; a code works once
  status text not null default 'invited' check (status in ('invited', 'enabled', 'disabled')),
  last_login_at timestamptz,
  last_login_ip text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, username)
);

create table if not exists roles (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  name text not null,
  description text,
  is_owner boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, name)
);

create table if not exists role_permissions (
  merchant_id uuid not null,
  role_id uuid not null,
  permission text not null,
  primary key (merchant_id, role_id, permission),
  foreign key (merchant_id, role_id) references roles (merchant_id, id) on delete cascade
);

create table if not exists user_roles (
  merchant_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  primary key (merchant_id, user_id, role_id),
  foreign key (merchant_id, user_id) references users (merchant_id, id) on delete cascade,
  foreign key (merchant_id, role_id) references roles (merchant_id, id)
);

create table if not exists sessions (
  merchant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash text not null,
  ip text,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, token_hash),
  foreign key (merchant_id, user_id) references users (merchant_id, id) on delete cascade
);
create index if not exists sessions_by_user on sessions (merchant_id, user_id, created_at);

-- Failed sign-ins by user name, existing or not: a known and an unknown name cost the same work.
create table if not exists sign_in_attempts (
  merchant_id uuid not null references merchants (merchant_id),
  username text not null,
  failures integer not null,
  locked_until timestamptz,
  updated_at timestamptz not null,
  primary key (merchant_id, username)
);

-- One-time links by which an invited user sets password and authenticator.
create table if not exists enrolments (
  merchant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash text not null,
  totp_secret text not null, -- encrypted with the data key
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, token_hash),
  foreign key (merchant_id, user_id) references users (merchant_id, id) on delete cascade
);

create table if not exists menus (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  parent_id uuid,
  url_name text not null,
  component_path text,
  title jsonb not null,
  icon text,
  position integer not null,
  redirect text,
  is_hidden boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, parent_id) references menus (merchant_id, id)
);

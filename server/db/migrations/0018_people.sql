-- What is done with users by those who manage them.

alter table users add column if not exists revision integer not null default 1;

-- Codes that stand in for the authenticator's, each of them once.
create table if not exists recovery_codes (
  merchant_id uuid not null,
  user_id uuid not null,
  code_hash text not null,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, user_id, code_hash),
  foreign key (merchant_id, user_id) references users (merchant_id, id) on delete cascade
);

-- Wrong authenticator codes in a row with which somebody who is signed in wanted to confirm an act, by user.
create table if not exists totp_attempts (
  merchant_id uuid not null,
  user_id uuid not null,
  failures integer not null,
  locked_until timestamptz,
  updated_at timestamptz not null,
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references users (merchant_id, id) on delete cascade
);

create or replace view v_users as
  select u.merchant_id, u.id, u.username, u.real_name, u.phone, u.email,
    (select string_agg(r.name, ', ' order by r.name)
     from user_roles ur join roles r on r.merchant_id = ur.merchant_id and r.id = ur.role_id
     where ur.merchant_id = u.merchant_id and ur.user_id = u.id) as roles,
    u.status, u.totp_secret is not null as totp_bound, u.last_login_at, u.last_login_ip, u.created_at, u.updated_at,
    (select coalesce(jsonb_agg(ur.role_id order by ur.role_id), '[]'::jsonb)
     from user_roles ur where ur.merchant_id = u.merchant_id and ur.user_id = u.id) as role_ids,
    u.revision
  from users u;

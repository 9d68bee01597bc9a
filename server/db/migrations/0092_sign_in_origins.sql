-- Failed sign-ins are counted by username and origin, so that a stranger can't lock users out where they have signed in before.

-- Failures of the last 24 hours, of usernames that exist or not. merchant_id is always the platform's.
drop table if exists sign_in_attempts;
create table if not exists sign_in_failures (
  merchant_id uuid not null references merchants (merchant_id),
  username text not null, -- '': all usernames from this network
  origin text not null, -- a network, or 'device ' and the hash of its token; '': all from which the user hasn't signed in
  failures integer not null,
  refused integer not null, -- attempts since it was locked
  since timestamptz not null, -- the first failure
  locked_until timestamptz,
  updated_at timestamptz not null,
  primary key (merchant_id, username, origin)
);

-- Devices and networks from which users have signed in.
create table if not exists known_origins (
  merchant_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('device', 'network')),
  origin text not null, -- hash of the browser's token, or the network
  expires_at timestamptz not null,
  primary key (merchant_id, user_id, kind, origin),
  foreign key (merchant_id, user_id) references users (merchant_id, id) on delete cascade
);

-- The language of a user's last sign-in, for emails.
alter table users add column if not exists language text;
-- The end of the newest lock that failed sign-ins have caused, for display.
alter table users add column if not exists sign_in_locked_until timestamptz;

alter table mail_jobs add column if not exists kind text not null default 'statement';
alter table mail_jobs add column if not exists data jsonb not null default '{}';
alter table mail_jobs alter column month drop not null;

create or replace view v_users as
  select u.merchant_id, u.id, u.username, u.real_name, u.phone, u.email,
    (select string_agg(r.name, ', ' order by r.name)
     from user_roles ur join roles r on r.merchant_id = ur.merchant_id and r.id = ur.role_id
     where ur.merchant_id = u.merchant_id and ur.user_id = u.id) as roles,
    u.status, u.totp_secret is not null as totp_bound, u.last_login_at, u.last_login_ip, u.created_at, u.updated_at,
    (select coalesce(jsonb_agg(ur.role_id order by ur.role_id), '[]'::jsonb)
     from user_roles ur where ur.merchant_id = u.merchant_id and ur.user_id = u.id) as role_ids,
    u.revision,
    (select count(*)::integer from recovery_codes c
     where c.merchant_id = u.merchant_id and c.user_id = u.id and c.used_at is null) as recovery_codes_left,
    coalesce(u.real_name, u.username) as name, u.invited_by, u.invited_at, u.reset_by, u.reset_at,
    (select k.usable_at from user_powers k
     where k.merchant_id = u.merchant_id and k.user_id = u.id and k.power = 'pay') as pay_from,
    (select k.usable_at from user_powers k
     where k.merchant_id = u.merchant_id and k.user_id = u.id and k.power = 'approve') as approve_from,
    (select k.usable_at from user_powers k
     where k.merchant_id = u.merchant_id and k.user_id = u.id and k.power = 'keys') as keys_from,
    (select k.usable_at from user_powers k
     where k.merchant_id = u.merchant_id and k.user_id = u.id and k.power = 'decide') as decide_from,
    u.sign_in_locked_until
  from users u;

create or replace view v_merchant_users as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, u.id, u.merchant_id as tenant_id, u.username,
    u.real_name,
    (select string_agg(r.name, ', ' order by r.name)
     from user_roles ur join roles r on r.merchant_id = ur.merchant_id and r.id = ur.role_id
     where ur.merchant_id = u.merchant_id and ur.user_id = u.id) as roles,
    u.status, u.totp_secret is not null as totp_bound, u.last_login_at, u.last_login_ip, u.created_at, u.updated_at,
    coalesce(u.real_name, u.username) as name,
    u.sign_in_locked_until
  from users u
  join merchants m on m.merchant_id = u.merchant_id and m.type = 'merchant';

-- Which calls of merchants' servers are refused although their signature is right.
alter table merchants add column if not exists refuse_md5 boolean not null default false; -- the platform's: for all merchants
-- 'hmac': HMAC-SHA256 only. Keys from before may sign with MD5 too.
alter table signing_keys add column if not exists sign_types text not null default 'any' check (sign_types in ('hmac', 'any'));

create or replace view v_signing_keys as
  select merchant_id, id, name, false as is_default, key_tail, may_collect, may_pay, may_query, addresses, ends_at,
    end_reason, creator_id, last_used_at, last_used_ip, revision, created_at, updated_at, sign_types
  from signing_keys
  union all
  select merchant_id, id, '' as name, true, key_tail, true, true, true, '' as addresses, ends_at,
    case when ends_at is not null then 'replaced' end, null, last_used_at, last_used_ip, 1, created_at, created_at, 'any'
  from merchant_keys;

create or replace view v_merchants as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, m.merchant_id as id, m.merchant_no, m.type, m.name,
    m.short_name, m.contact_name, m.phone, m.email, m.parent_id, m.currency, m.time_zone, m.approval_threshold,
    case when m.suspended_at is null then m.status else 'suspended' end as status,
    m.remark, m.last_login_at, m.created_at, m.updated_at, m.revision, m.card_cooling_hours, m.notify_url,
    (select u.username from users u where u.merchant_id = m.merchant_id and u.id = owner_of(m.merchant_id))
      as owner_username,
    (select u.real_name from users u where u.merchant_id = m.merchant_id and u.id = owner_of(m.merchant_id))
      as owner_real_name,
    (select u.phone from users u where u.merchant_id = m.merchant_id and u.id = owner_of(m.merchant_id)) as owner_phone,
    (select u.email from users u where u.merchant_id = m.merchant_id and u.id = owner_of(m.merchant_id)) as owner_email,
    (select u.status from users u where u.merchant_id = m.merchant_id and u.id = owner_of(m.merchant_id))
      as owner_status,
    (select max(e.expires_at) from enrolments e
     where e.merchant_id = m.merchant_id and e.user_id = owner_of(m.merchant_id) and e.used_at is null)
      as owner_link_expires_at,
    m.suspended_at, m.suspend_reason, m.refuse_md5
  from merchants m where m.type = 'merchant';

create or replace view v_platform_settings as
  select m.merchant_id, m.merchant_id as id, m.name, m.short_name, m.currency, m.time_zone, m.approval_threshold,
    m.card_cooling_hours, m.created_at, m.updated_at, m.revision, m.refuse_md5
  from merchants m where m.type = 'platform';

-- What a key may pay out and refund, in minor units of the merchant's currency. Null: a key from before there were limits, or
-- one that may not pay. A call above a limit is refused, or waits for approval if the merchant chose so.
alter table merchants add column if not exists keys_over_limit text not null default 'refuse'
  check (keys_over_limit in ('refuse', 'approve'));
alter table merchants add column if not exists key_limits_asked_at timestamptz; -- when owners were asked to set limits

alter table signing_keys add column if not exists per_call_limit bigint check (per_call_limit >= 0);
alter table signing_keys add column if not exists per_day_limit bigint check (per_day_limit >= 0);
alter table signing_keys add column if not exists is_approved boolean not null default true; -- false: signs nothing yet
alter table signing_keys add column if not exists approver_id uuid;
alter table signing_keys add column if not exists proposal jsonb; -- a change that waits for approval
alter table signing_keys add column if not exists proposer_id uuid; -- of the last change that needed approval
alter table signing_keys add column if not exists proposed_at timestamptz;
alter table signing_keys add column if not exists lineage_id uuid; -- the first of the keys that replaced each other; null: itself
alter table signing_keys drop constraint if exists signing_keys_end_reason_check;
alter table signing_keys add constraint signing_keys_end_reason_check
  check (end_reason in ('expired', 'replaced', 'revoked', 'rejected'));

alter table merchant_keys add column if not exists per_call_limit bigint check (per_call_limit >= 0);
alter table merchant_keys add column if not exists per_day_limit bigint check (per_day_limit >= 0);
alter table merchant_keys add column if not exists creator_id uuid;
alter table merchant_keys add column if not exists approver_id uuid;
alter table merchant_keys add column if not exists proposal jsonb;
alter table merchant_keys add column if not exists proposer_id uuid;
alter table merchant_keys add column if not exists proposed_at timestamptz;
alter table merchant_keys add column if not exists lineage_id uuid;

create or replace view v_signing_keys as
  select k.merchant_id, k.id, k.name, false as is_default, k.key_tail, k.may_collect, k.may_pay, k.may_query, k.addresses,
    k.ends_at, k.end_reason, k.creator_id, k.last_used_at, k.last_used_ip, k.revision, k.created_at, k.updated_at,
    k.sign_types, k.per_call_limit, k.per_day_limit, k.is_approved, k.approver_id, k.proposal, k.proposer_id, k.proposed_at,
    m.currency, m.approval_threshold
  from signing_keys k join merchants m on m.merchant_id = k.merchant_id
  union all
  select k.merchant_id, k.id, '' as name, true, k.key_tail, true, true, true, '' as addresses, k.ends_at,
    case when k.ends_at is not null then 'replaced' end, k.creator_id, k.last_used_at, k.last_used_ip, 1, k.created_at,
    k.created_at, 'any', k.per_call_limit, k.per_day_limit, true, k.approver_id, k.proposal, k.proposer_id, k.proposed_at,
    m.currency, m.approval_threshold
  from merchant_keys k join merchants m on m.merchant_id = k.merchant_id;

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
    m.suspended_at, m.suspend_reason, m.refuse_md5, m.people_waiting_hours, m.strict_checkers,
    m.daily_total, m.sum_window_hours, m.only_saved_payees, m.keys_over_limit
  from merchants m where m.type = 'merchant';

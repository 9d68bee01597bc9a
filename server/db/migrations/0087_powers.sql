-- From when users can use a right to pay, to approve, to manage keys, or, on the platform, to decide. `people` is the right to
-- manage users, which needs no wait, but of which owners are notified.
create table if not exists user_powers (
  merchant_id uuid not null,
  user_id uuid not null,
  power text not null check (power in ('pay', 'approve', 'keys', 'decide', 'people')),
  gained_at timestamptz not null,
  usable_at timestamptz, -- null: until the user has set up a sign-in
  primary key (merchant_id, user_id, power),
  foreign key (merchant_id, user_id) references users (merchant_id, id) on delete cascade
);

-- The platform's own hours are those of its operators, and the default of new merchants.
alter table merchants add column if not exists people_waiting_hours integer not null default 24
  check (people_waiting_hours between 0 and 720);
-- True: nobody decides on a request of a related user, even if nobody else may decide.
alter table merchants add column if not exists strict_checkers boolean not null default false;

-- Who invited a user, and who reset the sign-in last. Null: nobody of this tenant.
alter table users add column if not exists invited_by uuid;
alter table users add column if not exists invited_at timestamptz;
alter table users add column if not exists reset_by uuid;
alter table users add column if not exists reset_at timestamptz;

-- How a request's approver is related to its requester, if they are and nobody else could decide, and since when.
alter table payment_requests add column if not exists checker_relation text;
alter table payment_requests add column if not exists checker_related_at timestamptz;
alter table refunds add column if not exists checker_relation text;
alter table refunds add column if not exists checker_related_at timestamptz;
alter table batch_transfers add column if not exists checker_relation text;
alter table batch_transfers add column if not exists checker_related_at timestamptz;
alter table adjustments add column if not exists checker_relation text;
alter table adjustments add column if not exists checker_related_at timestamptz;

create or replace view v_payment_requests as
  select r.merchant_id, r.id, r.request_no, r.channel_id, r.payee_name, r.card_number_masked as card_number, r.bank_name,
    r.branch_name, r.amount, r.fee, r.currency, r.remark, r.status, r.creator_id, r.approver_id, r.reject_reason,
    r.decided_at, r.payout_id, r.created_at, r.updated_at, p.status as payout_status, r.repeats_payout_id, r.payee_id,
    r.checker_relation, r.checker_related_at
  from payment_requests r
  left join payouts p on p.merchant_id = r.merchant_id and p.id = r.payout_id;

create or replace view v_refunds as
  select r.merchant_id, r.id, r.refund_no, r.merchant_refund_no, r.order_id, r.order_no, r.channel_id, r.source, r.amount,
    r.fee_returned, r.payer_amount, r.debit_amount, r.refund_fee, r.deduction, r.currency, r.reason, r.status, r.creator_id,
    r.approver_id, r.reject_reason, r.decided_at, r.channel_refund_no, r.notify_url, r.notify_status, r.error_code,
    r.error_msg, r.finished_at, r.created_at, r.updated_at, r.checker_relation, r.checker_related_at
  from refunds r;

create or replace view v_batch_transfers as
  select b.merchant_id, b.id, b.batch_no, b.file_name, b.file_sha256, b.total_count, b.valid_count, b.invalid_count,
    b.total_amount, b.total_fee, b.success_count, b.failed_count,
    case terms.deduction when 'inner' then b.success_amount - b.success_fee else b.success_amount end as success_amount,
    b.success_fee, b.currency, b.status, b.creator_id, b.approver_id, b.submitted_at, b.channel_id, b.revision,
    b.repeats_batch_id, b.created_at, b.updated_at, terms.deduction, b.checker_relation, b.checker_related_at
  from batch_transfers b
  cross join lateral (
    select coalesce(b.deduction, (
      select p.deduction from payouts p where p.merchant_id = b.merchant_id and p.batch_id = b.id limit 1
    )) as deduction
  ) terms;

create or replace view v_adjustments as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, a.id, a.merchant_id as tenant_id, a.adjustment_no,
    a.amount, a.currency, a.reason, a.status, a.creator_id, a.approver_id, a.reject_reason, a.decided_at,
    a.created_at, a.updated_at, a.amount as booked_amount, a.checker_relation, a.checker_related_at
  from adjustments a join merchants m on m.merchant_id = a.merchant_id and m.type <> 'test';

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
    m.suspended_at, m.suspend_reason, m.refuse_md5, m.people_waiting_hours, m.strict_checkers
  from merchants m where m.type = 'merchant';

-- The platform's own row. Its threshold and waiting periods are those that new merchants begin with.
create or replace view v_platform_settings as
  select m.merchant_id, m.merchant_id as id, m.name, m.short_name, m.currency, m.time_zone, m.approval_threshold,
    m.card_cooling_hours, m.created_at, m.updated_at, m.revision, m.refuse_md5, m.people_waiting_hours, m.strict_checkers
  from merchants m where m.type = 'platform';

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
     where k.merchant_id = u.merchant_id and k.user_id = u.id and k.power = 'decide') as decide_from
  from users u;

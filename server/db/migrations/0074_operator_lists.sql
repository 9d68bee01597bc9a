-- What operators read of all live merchants. tenant_id is the merchant; the channel is the platform's that the merchant's
-- rate is for, or the merchant's own without one. It is looked up, and not joined: a count then leaves it alone. Cards are
-- masked, and a user's secrets and passwords are left out.

create or replace view v_platform_orders as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, o.id, o.merchant_id as tenant_id, o.order_no,
    o.merchant_order_no, o.channel_order_no, o.channel_id as own_channel_id,
    (select coalesce(c.platform_channel_id, c.id) from channels c
     where c.merchant_id = o.merchant_id and c.id = o.channel_id) as channel_id, o.amount, o.fee,
    o.arrival_amount, o.refunded_amount, o.rate_bps, o.fixed_fee, o.deduction, o.currency, o.subject, o.payer_name,
    o.client_ip, o.notify_url, o.notify_status, o.status, o.error_code, o.error_msg, o.expires_at, o.succeeded_at,
    o.created_at, o.updated_at
  from orders o
  join merchants m on m.merchant_id = o.merchant_id and m.type = 'merchant';

create or replace view v_platform_payouts as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, p.id, p.merchant_id as tenant_id, p.order_no,
    p.merchant_order_no, p.channel_order_no, p.source, p.channel_id as own_channel_id,
    (select coalesce(c.platform_channel_id, c.id) from channels c
     where c.merchant_id = p.merchant_id and c.id = p.channel_id) as channel_id,
    p.amount, p.fee, p.debit_amount, p.rate_bps, p.fixed_fee, p.deduction, p.currency, p.payee_name,
    p.card_number_masked as card_number, p.bank_name, p.branch_name, p.remark, p.creator_id, p.notify_url,
    p.notify_status, p.status, p.error_code, p.error_msg, p.finished_at, p.created_at, p.updated_at
  from payouts p
  join merchants m on m.merchant_id = p.merchant_id and m.type = 'merchant';

create or replace view v_platform_refunds as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, r.id, r.merchant_id as tenant_id, r.refund_no,
    r.merchant_refund_no, r.channel_refund_no, r.order_id, r.order_no, r.source,
    r.channel_id as own_channel_id,
    (select coalesce(c.platform_channel_id, c.id) from channels c
     where c.merchant_id = r.merchant_id and c.id = r.channel_id) as channel_id, r.amount, r.fee_returned, r.payer_amount,
    r.debit_amount, r.currency, r.reason, r.status, r.creator_id, r.approver_id, r.reject_reason, r.decided_at,
    r.notify_url, r.notify_status, r.error_code, r.error_msg, r.finished_at, r.created_at, r.updated_at
  from refunds r
  join merchants m on m.merchant_id = r.merchant_id and m.type = 'merchant';

create or replace view v_merchant_users as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, u.id, u.merchant_id as tenant_id, u.username,
    u.real_name,
    (select string_agg(r.name, ', ' order by r.name)
     from user_roles ur join roles r on r.merchant_id = ur.merchant_id and r.id = ur.role_id
     where ur.merchant_id = u.merchant_id and ur.user_id = u.id) as roles,
    u.status, u.totp_secret is not null as totp_bound, u.last_login_at, u.last_login_ip, u.created_at, u.updated_at
  from users u
  join merchants m on m.merchant_id = u.merchant_id and m.type = 'merchant';

-- Sessions that were not ended; whether they have expired depends on the time.
create or replace view v_merchant_sessions as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, s.id, s.merchant_id as tenant_id, s.user_id, s.ip,
    s.user_agent, s.last_seen_at, s.expires_at, s.created_at, s.last_seen_at as updated_at
  from sessions s
  join merchants m on m.merchant_id = s.merchant_id and m.type = 'merchant'
  where s.ended_at is null;

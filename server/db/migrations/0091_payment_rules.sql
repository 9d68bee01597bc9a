-- A merchant's own payment rules, and the rule that asked for approval, in the views that records are read from.

create or replace view v_payment_rules as
  select m.merchant_id, m.merchant_id as id, m.name, m.currency, m.approval_threshold, m.daily_total,
    m.sum_window_hours, m.card_cooling_hours, m.only_saved_payees, m.created_at, m.updated_at, m.revision
  from merchants m where m.type = 'merchant';

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
    m.daily_total, m.sum_window_hours, m.only_saved_payees
  from merchants m where m.type = 'merchant';

create or replace view v_payment_requests as
  select r.merchant_id, r.id, r.request_no, r.channel_id, r.payee_name, r.card_number_masked as card_number, r.bank_name,
    r.branch_name, r.amount, r.fee, r.currency, r.remark, r.status, r.creator_id, r.approver_id, r.reject_reason,
    r.decided_at, r.payout_id, r.created_at, r.updated_at, p.status as payout_status, r.repeats_payout_id, r.payee_id,
    r.checker_relation, r.checker_related_at, r.approval_rule, r.approval_sum
  from payment_requests r
  left join payouts p on p.merchant_id = r.merchant_id and p.id = r.payout_id;

create or replace view v_refunds as
  select r.merchant_id, r.id, r.refund_no, r.merchant_refund_no, r.order_id, r.order_no, r.channel_id, r.source, r.amount,
    r.fee_returned, r.payer_amount, r.debit_amount, r.refund_fee, r.deduction, r.currency, r.reason, r.status, r.creator_id,
    r.approver_id, r.reject_reason, r.decided_at, r.channel_refund_no, r.notify_url, r.notify_status, r.error_code,
    r.error_msg, r.finished_at, r.created_at, r.updated_at, r.checker_relation, r.checker_related_at,
    r.approval_rule, r.approval_sum
  from refunds r;

-- What lists and record pages read. In each view merchant_id is the tenant that may read the row, so that every list
-- asks for its own tenant's rows alone; what must not be read (passwords, whole card numbers) is not in them. Where a row
-- always has its counterpart the join is a left one all the same: a count then leaves the other table alone.

create or replace view v_payouts as
  select p.merchant_id, p.id, p.order_no, p.merchant_order_no, p.source, p.batch_id, p.payment_request_id, p.channel_id,
    p.amount, p.fee, p.debit_amount, p.rate_bps, p.fixed_fee, p.deduction, p.currency, p.payee_name,
    p.card_number_masked as card_number, p.bank_name, p.branch_name, p.remark, p.channel_order_no, p.creator_id,
    p.notify_status, p.status, p.error_code, p.error_msg, p.finished_at, p.created_at, p.updated_at
  from payouts p;

create or replace view v_ledgers as
  select e.merchant_id, e.id,
    (e.currency || lpad(e.seq::text, 10, '0')) collate "C" as serial_no,
    t.business_order_no, case when e.amount > 0 then 'credit' else 'debit' end as ledger_type, t.order_type, t.event,
    e.amount as change_amount, e.balance_after, e.frozen_after as frozen_amount,
    e.available_after + e.frozen_after as account_balance, e.currency, t.remark,
    e.created_at, e.created_at as updated_at
  from ledger_entries e
  left join ledger_transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
  where e.account = 'available';

create or replace view v_bankcards as
  select c.merchant_id, c.id, c.bank_name, c.branch_name, c.name, c.card_number_masked as card_number, c.is_default,
    c.status, c.usable_at, c.created_at, c.updated_at
  from bankcards c;

create or replace view v_withdrawals as
  select w.merchant_id, w.id, w.withdrawal_no, w.bankcard_id, w.bank_name, w.branch_name, w.card_holder,
    w.card_number_masked as card_number, w.amount, w.fee, w.arrival_amount, w.rate_bps, w.fixed_fee, w.deduction,
    w.currency, w.remark, w.status, w.creator_id, w.reviewer_id, w.reject_reason, w.reviewed_at, w.finished_at,
    w.created_at, w.updated_at
  from withdrawals w;

create or replace view v_payment_requests as
  select r.merchant_id, r.id, r.request_no, r.channel_id, r.payee_name, r.card_number_masked as card_number, r.bank_name,
    r.branch_name, r.amount, r.fee, r.currency, r.remark, r.status, r.creator_id, r.approver_id, r.reject_reason,
    r.decided_at, r.payout_id, r.created_at, r.updated_at
  from payment_requests r;

create or replace view v_batch_transfer_items as
  select i.merchant_id, i.id, i.batch_id, i.line_no, i.payee_name, i.card_number_masked as card_number, i.bank_name,
    i.branch_name, i.amount, i.fee, i.currency, i.remark, i.status, i.error_code, i.error_msg, i.payout_id,
    i.created_at, i.updated_at
  from batch_transfer_items i;

create or replace view v_users as
  select u.merchant_id, u.id, u.username, u.real_name, u.phone, u.email,
    (select string_agg(r.name, ', ' order by r.name)
     from user_roles ur join roles r on r.merchant_id = ur.merchant_id and r.id = ur.role_id
     where ur.merchant_id = u.merchant_id and ur.user_id = u.id) as roles,
    u.status, u.totp_secret is not null as totp_bound, u.last_login_at, u.last_login_ip, u.created_at, u.updated_at
  from users u;

create or replace view v_roles as
  select r.merchant_id, r.id, r.name, r.description, r.is_owner,
    (select count(*)::integer from user_roles ur where ur.merchant_id = r.merchant_id and ur.role_id = r.id) as user_count,
    r.created_at, r.updated_at
  from roles r;

create or replace view v_sessions as
  select s.merchant_id, s.id, s.user_id, s.ip, s.user_agent, s.last_seen_at, s.expires_at, s.ended_at,
    s.created_at, s.last_seen_at as updated_at
  from sessions s;

create or replace view v_audit_logs as
  select a.merchant_id, a.id, a.seq::integer as seq, a.actor_id, a.actor_name, a.action, a.resource, a.record_id, a.before, a.after,
    a.ip, a.user_agent, a.hash, a.at as created_at, a.at as updated_at
  from audit_logs a;

-- A parent reads its descendants.

create or replace view v_submerchants as
  select d.merchant_id, m.merchant_id as id, m.merchant_no, m.name, m.short_name, m.contact_name, m.phone, m.email,
    m.parent_id, d.depth::integer as depth, m.currency, m.status, m.remark, m.last_login_at, m.created_at, m.updated_at
  from merchant_descendants d join merchants m on m.merchant_id = d.descendant_id
  where d.depth > 0;

create or replace view v_submerchant_orders as
  select d.merchant_id, o.id, o.merchant_id as submerchant_id, o.order_no, o.merchant_order_no, o.channel_order_no,
    c.name as channel_name, o.amount, o.fee, o.arrival_amount, o.currency, o.subject, o.payer_name, o.notify_status,
    o.status, o.error_code, o.error_msg, o.succeeded_at, o.created_at, o.updated_at
  from merchant_descendants d
  join orders o on o.merchant_id = d.descendant_id
  left join channels c on c.merchant_id = o.merchant_id and c.id = o.channel_id
  where d.depth > 0;

create or replace view v_submerchant_payouts as
  select d.merchant_id, p.id, p.merchant_id as submerchant_id, p.order_no, p.merchant_order_no, p.channel_order_no,
    c.name as channel_name, p.amount, p.fee, p.debit_amount, p.currency, p.payee_name,
    p.card_number_masked as card_number, p.bank_name, p.status, p.error_code, p.error_msg, p.finished_at,
    p.created_at, p.updated_at
  from merchant_descendants d
  join payouts p on p.merchant_id = d.descendant_id
  left join channels c on c.merchant_id = p.merchant_id and c.id = p.channel_id
  where d.depth > 0;

-- Days are those of the sub-merchant's own time zone. An id is made of what the row is about, in the form of a UUID of
-- version 8, which is for such digests.
create or replace view v_submerchant_stats as
  select x.merchant_id, overlay(overlay(md5(x.submerchant_id::text || x.day::text || x.currency) placing '8' from 13) placing '8' from 17)::uuid
      as id,
    x.submerchant_id, x.day, x.currency,
    sum(x.collection)::integer as collection_count,
    sum(case when x.succeeded then x.collection else 0 end)::integer as collection_success_count,
    sum(case when x.succeeded and x.collection = 1 then x.amount else 0 end)::bigint as collection_amount,
    sum(case when x.succeeded and x.collection = 1 then x.fee else 0 end)::bigint as collection_fee,
    sum(1 - x.collection)::integer as payout_count,
    sum(case when x.succeeded then 1 - x.collection else 0 end)::integer as payout_success_count,
    sum(case when x.succeeded and x.collection = 0 then x.amount else 0 end)::bigint as payout_amount,
    sum(case when x.succeeded and x.collection = 0 then x.fee else 0 end)::bigint as payout_fee,
    round(10000.0 * sum(case when x.succeeded then x.collection else 0 end) / nullif(sum(x.collection), 0))::integer
      as success_rate,
    min(x.created_at) as created_at, max(x.updated_at) as updated_at
  from (
    select d.merchant_id, o.merchant_id as submerchant_id, (o.created_at at time zone m.time_zone)::date as day,
      o.currency, 1 as collection, o.status = 'success' as succeeded, o.amount, o.fee, o.created_at, o.updated_at
    from merchant_descendants d
    join merchants m on m.merchant_id = d.descendant_id
    join orders o on o.merchant_id = d.descendant_id
    where d.depth > 0
    union all
    select d.merchant_id, p.merchant_id, (p.created_at at time zone m.time_zone)::date,
      p.currency, 0, p.status = 'success', p.amount, p.fee, p.created_at, p.updated_at
    from merchant_descendants d
    join merchants m on m.merchant_id = d.descendant_id
    join payouts p on p.merchant_id = d.descendant_id
    where d.depth > 0
  ) x
  group by x.merchant_id, x.submerchant_id, x.day, x.currency;

-- The platform reads all tenants: its own id, 00000000-0000-7000-8000-000000000001, is the reader.

create or replace view v_merchants as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, m.merchant_id as id, m.merchant_no, m.type, m.name,
    m.short_name, m.contact_name, m.phone, m.email, m.parent_id, m.currency, m.time_zone, m.approval_threshold, m.status,
    m.remark, m.last_login_at, m.created_at, m.updated_at
  from merchants m where m.type = 'merchant';

create or replace view v_deposit_reviews as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, d.id, d.merchant_id as tenant_id, d.deposit_no,
    c.name as channel_name, d.amount, d.fee, d.arrival_amount, d.currency, d.payer_name, d.remark, d.status,
    d.reject_reason, d.reviewed_at, d.created_at, d.updated_at
  from deposits d left join channels c on c.merchant_id = d.merchant_id and c.id = d.channel_id;

create or replace view v_withdrawal_reviews as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, w.id, w.merchant_id as tenant_id, w.withdrawal_no,
    w.bank_name, w.branch_name, w.card_holder, w.card_number_masked as card_number, w.amount, w.fee, w.arrival_amount,
    w.currency, w.remark, w.status, w.reject_reason, w.reviewed_at, w.finished_at, w.created_at, w.updated_at
  from withdrawals w;

create or replace view v_adjustments as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, a.id, a.merchant_id as tenant_id, a.adjustment_no,
    a.amount, a.currency, a.reason, a.status, a.creator_id, a.approver_id, a.reject_reason, a.decided_at,
    a.created_at, a.updated_at
  from adjustments a;

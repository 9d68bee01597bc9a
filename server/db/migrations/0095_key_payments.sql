-- Payouts and refunds that merchants' servers request above a limit of their key, and that wait for approval. A payout is made
-- at once, with its money frozen, and its payment request is where users decide about it.
-- Formerly e7ae4165e4a6dc3e691b2522e09c6e238fef11c134a2c1bc3fd4b68a9c269c32
alter table payouts drop constraint if exists payouts_status_check;
alter table payouts add constraint payouts_status_check
  check (status in ('pending_approval', 'pending', 'processing', 'success', 'failed')) not valid; -- holds for old rows

alter table payment_requests alter column creator_id drop not null; -- null: the merchant's server
alter table payment_requests add column if not exists source text not null default 'console';
alter table payment_requests drop constraint if exists payment_requests_source_check;
alter table payment_requests add constraint payment_requests_source_check
  check (source in ('console', 'api')) not valid;
alter table payment_requests validate constraint payment_requests_source_check;
alter table payment_requests add column if not exists key_name text; -- of the key that signed the call
alter table payment_requests add column if not exists key_maker_ids jsonb; -- users who made and approved the key
alter table refunds add column if not exists key_name text;
alter table refunds add column if not exists key_maker_ids jsonb;

create or replace view v_payment_requests as
  select r.merchant_id, r.id, r.request_no, r.channel_id, r.payee_name, r.card_number_masked as card_number, r.bank_name,
    r.branch_name, r.amount, r.fee, r.currency, r.remark, r.status, r.creator_id, r.approver_id, r.reject_reason,
    r.decided_at, r.payout_id, r.created_at, r.updated_at, p.status as payout_status, r.repeats_payout_id, r.payee_id,
    r.checker_relation, r.checker_related_at, r.approval_rule, r.approval_sum, r.source, r.key_name, r.key_maker_ids, p.merchant_order_no
  from payment_requests r
  left join payouts p on p.merchant_id = r.merchant_id and p.id = r.payout_id;

create or replace view v_refunds as
  select r.merchant_id, r.id, r.refund_no, r.merchant_refund_no, r.order_id, r.order_no, r.channel_id, r.source, r.amount,
    r.fee_returned, r.payer_amount, r.debit_amount, r.refund_fee, r.deduction, r.currency, r.reason, r.status, r.creator_id,
    r.approver_id, r.reject_reason, r.decided_at, r.channel_refund_no, r.notify_url, r.notify_status, r.error_code,
    r.error_msg, r.finished_at, r.created_at, r.updated_at, r.checker_relation, r.checker_related_at,
    r.approval_rule, r.approval_sum, r.key_name, r.key_maker_ids
  from refunds r;

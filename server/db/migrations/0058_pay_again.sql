-- A failed payout is paid again by a payment request of its own, by one at a time.

alter table payment_requests add column if not exists repeats_payout_id uuid;
create unique index if not exists payment_requests_by_repeated on payment_requests (merchant_id, repeats_payout_id)
  where repeats_payout_id is not null and status in ('pending', 'pass');

create or replace view v_payment_requests as
  select r.merchant_id, r.id, r.request_no, r.channel_id, r.payee_name, r.card_number_masked as card_number, r.bank_name,
    r.branch_name, r.amount, r.fee, r.currency, r.remark, r.status, r.creator_id, r.approver_id, r.reject_reason,
    r.decided_at, r.payout_id, r.created_at, r.updated_at, p.status as payout_status, r.repeats_payout_id
  from payment_requests r
  left join payouts p on p.merchant_id = r.merchant_id and p.id = r.payout_id;

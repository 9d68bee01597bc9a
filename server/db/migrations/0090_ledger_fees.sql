-- The fee that the platform charged with a ledger line, negative if it was returned. The sum is only computed where it
-- is read.
create or replace view v_ledgers as
  select l.merchant_id, l.id, (l.currency || '-' || lpad(l.line_no::text, 10, '0')) collate "C" as serial_no,
    t.business_order_no,
    case sign(l.available_change + l.frozen_change) when 1 then 'credit' when -1 then 'debit' end as ledger_type,
    t.order_type, t.event, l.available_change as change_amount, l.frozen_change,
    l.available_change + l.frozen_change as total_change, l.available_after as balance_after,
    l.frozen_after as frozen_amount, l.available_after + l.frozen_after as account_balance, l.currency, t.remark,
    l.created_at, l.created_at as updated_at, t.business_id,
    (
      select coalesce(sum(e.amount), 0)::bigint from ledger_entries e
      where e.merchant_id = l.merchant_id and e.transaction_id = l.transaction_id and e.account = 'fees'
    ) as fee
  from ledger_lines l
  left join ledger_transactions t on t.merchant_id = l.merchant_id and t.id = l.transaction_id;

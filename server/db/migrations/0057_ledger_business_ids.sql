-- A ledger line leads to the order, payout or request that it belongs to.
create or replace view v_ledgers as
  select l.merchant_id, l.id, (l.currency || '-' || lpad(l.line_no::text, 10, '0')) collate "C" as serial_no,
    t.business_order_no,
    case sign(l.available_change + l.frozen_change) when 1 then 'credit' when -1 then 'debit' end as ledger_type,
    t.order_type, t.event, l.available_change as change_amount, l.frozen_change,
    l.available_change + l.frozen_change as total_change, l.available_after as balance_after,
    l.frozen_after as frozen_amount, l.available_after + l.frozen_after as account_balance, l.currency, t.remark,
    l.created_at, l.created_at as updated_at, t.business_id
  from ledger_lines l
  left join ledger_transactions t on t.merchant_id = l.merchant_id and t.id = l.transaction_id;

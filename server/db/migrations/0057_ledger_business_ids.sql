-- A ledger line leads to the order, payout or request that it belongs to.
-- Formerly ee6037d1a3d7c17cb2609d029178796d1de720d0badf12bbebb8b154adae9ddf
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

-- Of all lines, those that 0045 has filled in too. Row by row, they would take most of its time.
alter table ledger_lines drop constraint if exists ledger_lines_merchant_id_transaction_id_fkey;
alter table ledger_lines add constraint ledger_lines_merchant_id_transaction_id_fkey
  foreign key (merchant_id, transaction_id) references ledger_transactions (merchant_id, id) not valid;
alter table ledger_lines validate constraint ledger_lines_merchant_id_transaction_id_fkey;
create index if not exists ledger_lines_by_time on ledger_lines (merchant_id, created_at, id);
create index if not exists ledger_lines_by_currency on ledger_lines (merchant_id, currency, created_at, id);
-- As v_ledgers writes a serial number.
create index if not exists ledger_lines_by_serial_no
  on ledger_lines (merchant_id, ((currency || '-' || lpad(line_no::text, 10, '0')) collate "C"));

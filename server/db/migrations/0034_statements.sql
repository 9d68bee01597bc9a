-- What statements read.

-- The last entry of an account before a moment, and its entries between two.
create index if not exists ledger_entries_by_account_time
  on ledger_entries (merchant_id, currency, account, created_at, seq);

-- The entries of the money that is held back; v_ledgers has those of the money that can be spent.
create or replace view v_frozen_ledgers as
  select e.merchant_id, e.id,
    (e.currency || '-F' || lpad(e.seq::text, 10, '0')) collate "C" as serial_no,
    t.business_order_no, case when e.amount > 0 then 'credit' else 'debit' end as ledger_type, t.order_type, t.event,
    e.amount as change_amount, e.balance_after as frozen_amount, e.available_after,
    e.available_after + e.frozen_after as account_balance, e.currency, t.remark,
    e.created_at, e.created_at as updated_at
  from ledger_entries e
  left join ledger_transactions t on t.merchant_id = e.merchant_id and t.id = e.transaction_id
  where e.account = 'frozen';
create index if not exists ledger_entries_by_frozen_serial_no
  on ledger_entries (merchant_id, ((currency || '-F' || lpad(seq::text, 10, '0')) collate "C")) where account = 'frozen';

-- Who has been told of a record, for when it has been decided.
create index if not exists notifications_by_record on notifications (merchant_id, (data ->> 'record_id'));

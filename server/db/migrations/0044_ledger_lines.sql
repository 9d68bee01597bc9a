-- One ledger that a merchant can follow: a line for each transaction that changed a wallet, numbered without a gap, with
-- what it did to available and frozen and what it left. A transaction's own entries know the balances, but not which of
-- two entries on different accounts came first: only a number that both accounts share does. Once it is filled, 0057
-- creates further indexes and the foreign key.
-- Formerly dd85d9f48d109fa230281500e5cec85865b37ae120383795da90d0e15809a955

create table if not exists ledger_lines (
  merchant_id uuid not null,
  id uuid not null, -- by its order lines of one millisecond are in the order in which they were booked
  transaction_id uuid not null,
  currency text not null,
  line_no bigint not null, -- 1, 2, 3 … within one wallet
  available_change bigint not null,
  frozen_change bigint not null,
  available_after bigint not null,
  frozen_after bigint not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, currency, line_no),
  unique (merchant_id, transaction_id),
  check (available_change <> 0 or frozen_change <> 0)
);

alter table wallets add column if not exists lines bigint not null default 0; -- so far, as the seqs count entries

drop view if exists v_ledgers;
create view v_ledgers as
  select l.merchant_id, l.id, (l.currency || '-' || lpad(l.line_no::text, 10, '0')) collate "C" as serial_no,
    t.business_order_no,
    case sign(l.available_change + l.frozen_change) when 1 then 'credit' when -1 then 'debit' end as ledger_type,
    t.order_type, t.event, l.available_change as change_amount, l.frozen_change,
    l.available_change + l.frozen_change as total_change, l.available_after as balance_after,
    l.frozen_after as frozen_amount, l.available_after + l.frozen_after as account_balance, l.currency, t.remark,
    l.created_at, l.created_at as updated_at
  from ledger_lines l
  left join ledger_transactions t on t.merchant_id = l.merchant_id and t.id = l.transaction_id;

drop view if exists v_frozen_ledgers;
-- Lists of single accounts read these; there are none any more.
drop index if exists ledger_entries_by_frozen_serial_no;
drop index if exists ledger_entries_by_serial_no;
drop index if exists ledger_entries_by_account;

-- A payment request is paid when its payout is: with how that stands.
create or replace view v_payment_requests as
  select r.merchant_id, r.id, r.request_no, r.channel_id, r.payee_name, r.card_number_masked as card_number, r.bank_name,
    r.branch_name, r.amount, r.fee, r.currency, r.remark, r.status, r.creator_id, r.approver_id, r.reject_reason,
    r.decided_at, r.payout_id, r.created_at, r.updated_at, p.status as payout_status
  from payment_requests r
  left join payouts p on p.merchant_id = r.merchant_id and p.id = r.payout_id;

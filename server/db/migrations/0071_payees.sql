-- Payees that merchants save for payments. Their numbers are kept like those of bank cards.

create table if not exists payees (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  name text collate "C" not null,
  bank_name text collate "C" not null,
  branch_name text,
  card_number text not null,
  card_number_masked text not null,
  card_hash text not null, -- as that of batch rows, so that both can be compared
  note text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  usable_at timestamptz not null, -- end of the waiting period
  creator_id uuid not null,
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create unique index if not exists payees_by_number on payees (merchant_id, card_hash);
create index if not exists payees_by_time on payees (merchant_id, created_at, id);
create index if not exists payees_by_status on payees (merchant_id, status, created_at, id);
create index if not exists payees_by_name on payees (merchant_id, name, id);
create index if not exists payees_by_bank on payees (merchant_id, bank_name, id);

-- When a payee was paid last.
create index if not exists payouts_by_paid_payee on payouts (merchant_id, payee_name, card_number_masked, finished_at)
  where status = 'success';

create or replace view v_payees as
  select y.merchant_id, y.id, y.name, y.name || ' · ' || y.card_number_masked as title, y.card_number_masked as card_number,
    y.bank_name, y.branch_name, y.note, y.status, y.usable_at, y.creator_id, y.created_at, y.updated_at, y.revision,
    (select p.finished_at from payouts p where p.merchant_id = y.merchant_id and p.payee_name = y.name
      and p.card_number_masked = y.card_number_masked and p.status = 'success'
      order by p.finished_at desc limit 1) as last_paid_at,
    (select p.amount from payouts p where p.merchant_id = y.merchant_id and p.payee_name = y.name
      and p.card_number_masked = y.card_number_masked and p.status = 'success'
      order by p.finished_at desc limit 1) as last_paid_amount,
    (select p.currency from payouts p where p.merchant_id = y.merchant_id and p.payee_name = y.name
      and p.card_number_masked = y.card_number_masked and p.status = 'success'
      order by p.finished_at desc limit 1) as last_paid_currency
  from payees y;

alter table payment_requests add column if not exists payee_id uuid; -- the saved payee that was chosen or saved with it
create index if not exists payment_requests_by_payee_id on payment_requests (merchant_id, payee_id, created_at, id)
  where payee_id is not null;

create or replace view v_payment_requests as
  select r.merchant_id, r.id, r.request_no, r.channel_id, r.payee_name, r.card_number_masked as card_number, r.bank_name,
    r.branch_name, r.amount, r.fee, r.currency, r.remark, r.status, r.creator_id, r.approver_id, r.reject_reason,
    r.decided_at, r.payout_id, r.created_at, r.updated_at, p.status as payout_status, r.repeats_payout_id, r.payee_id
  from payment_requests r
  left join payouts p on p.merchant_id = r.merchant_id and p.id = r.payout_id;

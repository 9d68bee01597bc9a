-- Double entry. Entries are only ever added; wallets are a cache of their sums.
-- All entries of a transaction carry the merchant whose event it is, the platform's accounts too:
-- a transaction then touches one tenant, and the platform's totals are sums over all of them.

create table if not exists wallets (
  merchant_id uuid not null references merchants (merchant_id),
  currency text not null,
  available bigint not null default 0 check (available >= 0),
  frozen bigint not null default 0 check (frozen >= 0),
  available_seq bigint not null default 0, -- entries so far on this account
  frozen_seq bigint not null default 0,
  updated_at timestamptz not null,
  primary key (merchant_id, currency)
);

create table if not exists ledger_transactions (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  event text not null, -- such as collection_succeeded, payout_frozen, payout_released
  order_type text not null check (order_type in ('manual_adjustment', 'deposit', 'withdrawal', 'payout', 'collection')),
  business_id uuid not null,
  business_order_no text collate "C" not null,
  reverses_id uuid,
  remark text,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, business_id, event)
);
create index if not exists ledger_transactions_by_time on ledger_transactions (merchant_id, created_at, id);

create table if not exists ledger_entries (
  merchant_id uuid not null,
  id uuid not null,
  transaction_id uuid not null,
  account text not null check (account in ('available', 'frozen', 'fees', 'clearing', 'adjustments')),
  currency text not null,
  amount bigint not null check (amount <> 0),
  seq bigint, -- 1, 2, 3 … within one wallet account; null on the platform's accounts
  balance_after bigint, -- of that account, right after this entry; null on the platform's accounts
  available_after bigint, -- of the wallet, after the whole transaction
  frozen_after bigint,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, currency, account, seq),
  foreign key (merchant_id, transaction_id) references ledger_transactions (merchant_id, id),
  check ((account in ('available', 'frozen')) = (seq is not null)),
  check ((seq is null) = (balance_after is null))
);
create index if not exists ledger_entries_by_transaction on ledger_entries (merchant_id, transaction_id);
create index if not exists ledger_entries_by_time on ledger_entries (merchant_id, created_at, id);

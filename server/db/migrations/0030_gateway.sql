-- What merchants' servers ask for, and what is still to be done about the orders that they place.

-- Each nonce that a merchant has signed a call with, for as long as the call's timestamp could be accepted again.
create table if not exists gateway_nonces (
  merchant_id uuid not null references merchants (merchant_id),
  nonce text collate "C" not null,
  expires_at timestamptz not null,
  primary key (merchant_id, nonce)
);

-- One row for each order placed over the gateway that has no result yet, as payout_jobs has them for payouts.
create table if not exists order_jobs (
  merchant_id uuid not null,
  order_id uuid not null,
  due_at timestamptz not null,
  polls integer not null default 0, -- how often it was put off
  asked boolean not null default false, -- the merchant wanted to know how it stands
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id) on delete cascade
);
create index if not exists order_jobs_by_due_at on order_jobs (merchant_id, due_at);

-- The sandbox's memory of the orders that it collects, beside that of the payouts that it makes.
create table if not exists sandbox_collections (
  merchant_id uuid not null,
  order_no text collate "C" not null,
  amount bigint not null, -- minor units, as the payer is to pay them
  currency text not null,
  status text not null check (status in ('waiting', 'paid', 'failed', 'closed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, order_no)
);

alter table payouts add column if not exists notify_url text;

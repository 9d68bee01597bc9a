-- How many calls each address and each merchant has made in a minute, to all servers together. merchant_id is always the
-- platform's.

create table if not exists call_counts (
  merchant_id uuid not null,
  key text not null,
  minute timestamptz not null,
  calls integer not null,
  primary key (merchant_id, key, minute)
);
create index if not exists call_counts_by_minute on call_counts (merchant_id, minute);

-- Months whose statement has been announced to a merchant's users, so that each is announced once.
create table if not exists statement_announcements (
  merchant_id uuid not null,
  month date not null, -- its first day
  announced_at timestamptz not null,
  primary key (merchant_id, month)
);

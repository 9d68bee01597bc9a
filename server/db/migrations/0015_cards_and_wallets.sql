-- Bank cards that people keep themselves.

alter table merchants add column if not exists card_cooling_hours integer not null default 24
  check (card_cooling_hours between 0 and 720);

alter table bankcards add column if not exists revision integer not null default 1;
-- Keyed, so that a number can't be found by trying all of them. The server fills it in where it is null.
alter table bankcards add column if not exists card_hash text;
create unique index if not exists bankcards_by_number on bankcards (merchant_id, card_hash);

-- At most one is taken when nobody chooses, and never a disabled one.
create unique index if not exists bankcards_default on bankcards (merchant_id) where is_default;
alter table bankcards drop constraint if exists bankcards_default_enabled;
alter table bankcards add constraint bankcards_default_enabled check (not is_default or status = 'enabled');

create or replace view v_bankcards as
  select c.merchant_id, c.id, c.bank_name, c.branch_name, c.name, c.card_number_masked as card_number, c.is_default,
    c.status, c.usable_at, c.created_at, c.updated_at, c.revision
  from bankcards c;

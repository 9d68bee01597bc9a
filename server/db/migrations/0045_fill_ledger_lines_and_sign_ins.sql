-- Lines of what was booked before there were any, in the order in which it was booked. Each account's entries have an
-- order of their own (seq), and entries of both accounts that belong together tie the two orders. Between two such ties
-- frozen only ever goes down, as payouts and withdrawals are paid, so an entry of available that says what was frozen then
-- says after which entry of frozen it came.
-- Formerly a9164d1e10216c2c64e636a602e1087ce426c8176580ff8bb96a6c56256b2f31
insert into ledger_lines (merchant_id, id, transaction_id, currency, line_no, available_change, frozen_change,
  available_after, frozen_after, created_at)
with booked as (
  select currency, transaction_id, min(created_at) as created_at,
    max(seq) filter (where account = 'available') as available_seq,
    max(seq) filter (where account = 'frozen') as frozen_seq,
    coalesce(sum(amount) filter (where account = 'available'), 0)::bigint as available_change,
    coalesce(sum(amount) filter (where account = 'frozen'), 0)::bigint as frozen_change,
    coalesce(max(available_after), 0) as available_after, coalesce(max(frozen_after), 0) as frozen_after
  from ledger_entries
  where merchant_id = :merchant_id and account in ('available', 'frozen')
    and not exists (select from ledger_lines where merchant_id = :merchant_id)
  group by currency, transaction_id
), tied as (
  select *, coalesce(
    case when frozen_seq is null
      then max(frozen_seq) over (partition by currency order by available_seq)
      else max(frozen_seq) filter (where available_seq is not null)
        over (partition by currency order by frozen_seq)
    end, 0) as tie
  from booked
), known as (
  select currency, tie, frozen_after, max(frozen_seq) as frozen_seq
  from tied
  where frozen_seq is not null
  group by currency, tie, frozen_after
), numbered as (
  select t.*, row_number() over (
    partition by t.currency
    order by coalesce(t.frozen_seq, k.frozen_seq, t.tie), t.frozen_seq is null, t.available_seq) as line_no
  from tied t
  left join known k on k.currency = t.currency and k.tie = t.tie
    and k.frozen_after = t.frozen_after and t.frozen_seq is null
)
-- An id of version 7, as the server makes them: time, place, and what sets apart the same place of another currency.
select :merchant_id,
  (lpad(to_hex(floor(extract(epoch from created_at) * 1000)::bigint), 12, '0')
    || '7' || overlay(lpad(to_hex(line_no), 8, '0') placing '8' from 4 for 0)
    || left(md5(transaction_id::text), 10))::uuid,
  transaction_id, currency, line_no, available_change, frozen_change, available_after, frozen_after, created_at
from numbered;

update wallets w set lines = (
  select coalesce(max(line_no), 0) from ledger_lines l where l.merchant_id = :merchant_id and l.currency = w.currency
)
where w.merchant_id = :merchant_id;

-- When a merchant's users signed in last was kept of the users alone.
update merchants m set last_login_at = signed_in.at
from (select max(last_login_at) as at from users where merchant_id = :merchant_id) as signed_in
where m.merchant_id = :merchant_id and signed_in.at is not null;

-- The ledger of frozen funds is the wallet's ledger now: its addresses go on leading somewhere.
update menus set component_path = 'ledgers',
  title = case when title = '"menu.frozenLedgers"'::jsonb then '"menu.wallets"'::jsonb else title end
where merchant_id = :merchant_id and component_path = 'frozen_ledgers';
delete from role_permissions where merchant_id = :merchant_id and permission like 'frozen\_ledgers.%';

-- Where the platform's channels lead, as the server's configuration says, and where each open order was sent.

-- Written by each server at its start. The code '*' stands for every channel without rows of its own; without any row
-- no channel is connected. Deposits and withdrawals are settled by operators and need no adapter.
create table if not exists channel_connections (
  merchant_id uuid not null, -- the platform
  code text not null,
  type text not null check (type in ('collection', 'payout')),
  adapter text, -- name of the adapter's module; null: it doesn't serve this type
  updated_at timestamptz not null,
  primary key (merchant_id, code, type)
);

-- Names the books of the bank that was told of it; null: none was. An order is never sent to a second bank.
alter table payout_jobs add column if not exists sent_to text;
alter table order_jobs add column if not exists sent_to text;

-- A channel that leads nowhere takes no orders, whatever the platform has set.
create or replace view v_channels as
  select c.merchant_id, c.id, c.platform_channel_id, c.name, c.code, c.type, c.rate_bps, c.fixed_fee, c.min_fee, c.max_fee,
    c.deduction, c.min_amount, c.max_amount, c.currency,
    case
      when p.status = 'disabled' then p.status
      when c.type in ('deposit', 'withdrawal') then c.status
      when (case when n.code is null then r.adapter else n.adapter end) is null then 'disabled'
      else c.status
    end as status,
    c.revision, c.created_at, c.updated_at,
    c.type in ('deposit', 'withdrawal')
      or (case when n.code is null then r.adapter else n.adapter end) is not null as is_connected
  from channels c
  left join channels p on p.merchant_id = '00000000-0000-7000-8000-000000000001' and p.id = c.platform_channel_id
  left join channel_connections n
    on n.merchant_id = '00000000-0000-7000-8000-000000000001' and n.code = c.code and n.type = c.type
  left join channel_connections r
    on r.merchant_id = '00000000-0000-7000-8000-000000000001' and r.code = '*' and r.type = c.type;

create or replace view v_platform_channels as
  select c.merchant_id, c.id, c.name, c.code, c.type, c.rate_bps, c.fixed_fee, c.min_fee, c.max_fee, c.deduction,
    c.min_amount, c.max_amount, c.currency, c.status, c.revision, c.created_at, c.updated_at,
    case
      when c.type in ('deposit', 'withdrawal') then 'by_hand'
      when (case when n.code is null then r.adapter else n.adapter end) is null then 'not_connected'
      when (case when n.code is null then r.adapter else n.adapter end) = 'sandbox' then 'sandbox'
      else 'connected'
    end as connection,
    case when n.code is null then r.adapter else n.adapter end as adapter
  from channels c
  left join channel_connections n on n.merchant_id = c.merchant_id and n.code = c.code and n.type = c.type
  left join channel_connections r on r.merchant_id = c.merchant_id and r.code = '*' and r.type = c.type
  where c.merchant_id = '00000000-0000-7000-8000-000000000001';

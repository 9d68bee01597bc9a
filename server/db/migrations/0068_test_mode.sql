-- The test side of a merchant: a tenant of its own for test data, without users, roles or menu.

alter table merchants add column if not exists live_merchant_id uuid references merchants (merchant_id); -- of a test side
alter table merchants add column if not exists test_merchant_id uuid references merchants (merchant_id); -- null: none yet
-- A type of its own, so that queries for merchants don't find test sides.
alter table merchants drop constraint if exists merchants_type_check;
alter table merchants add constraint merchants_type_check check (type in ('platform', 'merchant', 'test'));
alter table merchants drop constraint if exists merchants_live_merchant;
alter table merchants add constraint merchants_live_merchant check ((type = 'test') = (live_merchant_id is not null));

-- The session's user works with test data.
alter table sessions add column if not exists is_test boolean not null default false;

-- Notifications of a test side are rows of that side for users of the live merchant.
alter table notifications drop constraint if exists notifications_merchant_id_user_id_fkey;

-- Channels of a test side are connected to the sandbox, whatever the connection of their code is.
create or replace view v_channels as
  select c.merchant_id, c.id, c.platform_channel_id, c.name, c.code, c.type, c.rate_bps, c.fixed_fee, c.min_fee, c.max_fee,
    c.deduction, c.min_amount, c.max_amount, c.currency,
    case
      when m.type = 'test' then c.status
      when p.status = 'disabled' then p.status
      when c.type in ('deposit', 'withdrawal') then c.status
      when (case when n.code is null then r.adapter else n.adapter end) is null then 'disabled'
      else c.status
    end as status,
    c.revision, c.created_at, c.updated_at,
    m.type = 'test' or c.type in ('deposit', 'withdrawal')
      or (case when n.code is null then r.adapter else n.adapter end) is not null as is_connected,
    c.refund_fee,
    c.type = 'collection' and (
      m.type = 'test' or (case when f.code is null then rf.adapter else f.adapter end) is not null
    ) as takes_refunds
  from channels c
  join merchants m on m.merchant_id = c.merchant_id
  left join channels p on p.merchant_id = '00000000-0000-7000-8000-000000000001' and p.id = c.platform_channel_id
  left join channel_connections n
    on n.merchant_id = '00000000-0000-7000-8000-000000000001' and n.code = c.code and n.type = c.type
  left join channel_connections r
    on r.merchant_id = '00000000-0000-7000-8000-000000000001' and r.code = '*' and r.type = c.type
  left join channel_connections f
    on f.merchant_id = '00000000-0000-7000-8000-000000000001' and f.code = c.code and f.type = 'refund'
  left join channel_connections rf
    on rf.merchant_id = '00000000-0000-7000-8000-000000000001' and rf.code = '*' and rf.type = 'refund';

-- The platform's views of all merchants leave test data out.

create or replace view v_merchant_rates as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, c.id, c.merchant_id as tenant_id,
    c.platform_channel_id as channel_id, c.name, c.code, c.type, c.rate_bps, c.fixed_fee, c.min_fee, c.max_fee, c.deduction,
    c.min_amount, c.max_amount, c.currency, c.status, c.revision, c.created_at, c.updated_at, c.refund_fee
  from channels c join merchants m on m.merchant_id = c.merchant_id and m.type <> 'test'
  where c.platform_channel_id is not null;

create or replace view v_deposit_reviews as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, d.id, d.merchant_id as tenant_id, d.deposit_no,
    c.name as channel_name, d.amount, d.fee, d.arrival_amount, d.currency, d.payer_name, d.remark, d.status,
    d.reject_reason, d.reviewed_at, d.created_at, d.updated_at
  from deposits d
  join merchants m on m.merchant_id = d.merchant_id and m.type <> 'test'
  left join channels c on c.merchant_id = d.merchant_id and c.id = d.channel_id;

create or replace view v_withdrawal_reviews as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, w.id, w.merchant_id as tenant_id, w.withdrawal_no,
    w.bank_name, w.branch_name, w.card_holder, w.card_number_masked as card_number, w.amount, w.fee, w.arrival_amount,
    w.currency, w.remark, w.status, w.reject_reason, w.reviewed_at, w.finished_at, w.created_at, w.updated_at
  from withdrawals w join merchants m on m.merchant_id = w.merchant_id and m.type <> 'test';

create or replace view v_adjustments as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, a.id, a.merchant_id as tenant_id, a.adjustment_no,
    a.amount, a.currency, a.reason, a.status, a.creator_id, a.approver_id, a.reject_reason, a.decided_at,
    a.created_at, a.updated_at, a.amount as booked_amount
  from adjustments a join merchants m on m.merchant_id = a.merchant_id and m.type <> 'test';

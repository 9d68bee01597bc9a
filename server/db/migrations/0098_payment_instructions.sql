-- Where merchants send the money of a deposit: set on the platform's channels, and copied to each deposit when it is
-- requested, so that a later change doesn't alter it. The reference of a deposit ends with its number.

alter table channels add column if not exists bank_name text;
alter table channels add column if not exists account_holder text;
alter table channels add column if not exists account_number text;
alter table channels add column if not exists branch_name text;
alter table channels add column if not exists reference text;
alter table channels drop constraint if exists channels_instructions_check;
alter table channels add constraint channels_instructions_check check (
  num_nonnulls(bank_name, account_holder, account_number, branch_name, reference) = 0
  or type = 'deposit' and num_nonnulls(bank_name, account_holder, account_number) = 3
);

-- Null: requested in test mode, or before there were instructions.
alter table deposits add column if not exists bank_name text;
alter table deposits add column if not exists account_holder text;
alter table deposits add column if not exists account_number text;
alter table deposits add column if not exists branch_name text;
alter table deposits add column if not exists reference text;

-- A deposit channel without an account to pay to accepts no deposits, except on a test side. A merchant's rate has the
-- account of the platform's channel.
create or replace view v_channels as
  select c.merchant_id, c.id, c.platform_channel_id, c.name, c.code, c.type, c.rate_bps, c.fixed_fee, c.min_fee, c.max_fee,
    c.deduction, c.min_amount, c.max_amount, c.currency,
    case
      when m.type = 'test' then c.status
      when p.status = 'disabled' then p.status
      when c.type = 'deposit' and coalesce(p.account_number, c.account_number) is null then 'disabled'
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
    ) as takes_refunds,
    coalesce(p.bank_name, c.bank_name) as bank_name,
    coalesce(p.account_holder, c.account_holder) as account_holder,
    coalesce(p.account_number, c.account_number) as account_number,
    coalesce(p.branch_name, c.branch_name) as branch_name,
    coalesce(p.reference, c.reference) as reference,
    m.type <> 'test' and c.type = 'deposit' and coalesce(p.account_number, c.account_number) is null as lacks_account
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

create or replace view v_platform_channels as
  select c.merchant_id, c.id, c.name, c.code, c.type, c.rate_bps, c.fixed_fee, c.min_fee, c.max_fee, c.deduction,
    c.min_amount, c.max_amount, c.currency, c.status, c.revision, c.created_at, c.updated_at,
    case
      when c.type = 'deposit' and c.account_number is null then 'no_account'
      when c.type in ('deposit', 'withdrawal') then 'by_hand'
      when (case when n.code is null then r.adapter else n.adapter end) is null then 'not_connected'
      when (case when n.code is null then r.adapter else n.adapter end) = 'sandbox' then 'sandbox'
      else 'connected'
    end as connection,
    case when n.code is null then r.adapter else n.adapter end as adapter,
    c.refund_fee, c.bank_name, c.account_holder, c.account_number, c.branch_name, c.reference
  from channels c
  left join channel_connections n on n.merchant_id = c.merchant_id and n.code = c.code and n.type = c.type
  left join channel_connections r on r.merchant_id = c.merchant_id and r.code = '*' and r.type = c.type
  where c.merchant_id = '00000000-0000-7000-8000-000000000001';

create or replace view v_deposit_reviews as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, d.id, d.merchant_id as tenant_id, d.deposit_no,
    c.name as channel_name, d.amount, d.fee, d.arrival_amount, d.currency, d.payer_name, d.remark, d.status,
    d.reject_reason, d.reviewed_at, d.created_at, d.updated_at, d.reference, d.bank_name, d.account_number
  from deposits d
  join merchants m on m.merchant_id = d.merchant_id and m.type <> 'test'
  left join channels c on c.merchant_id = d.merchant_id and c.id = d.channel_id;

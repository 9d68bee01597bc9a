-- What the platform changes of merchants and channels: each change counts, so that two people don't undo each other's.

alter table merchants add column if not exists revision integer not null default 1;
alter table channels add column if not exists revision integer not null default 1;
create index if not exists channels_of_platform on channels (merchant_id, platform_channel_id);

-- A merchant's channel is its rate for one of the platform's: when the platform switches that off, nobody has it.
create or replace view v_channels as
  select c.merchant_id, c.id, c.platform_channel_id, c.name, c.code, c.type, c.rate_bps, c.fixed_fee, c.min_fee, c.max_fee,
    c.deduction, c.min_amount, c.max_amount, c.currency,
    case when p.status = 'disabled' then p.status else c.status end as status, c.revision, c.created_at, c.updated_at
  from channels c
  left join channels p on p.merchant_id = '00000000-0000-7000-8000-000000000001' and p.id = c.platform_channel_id;

create or replace view v_platform_channels as
  select c.merchant_id, c.id, c.name, c.code, c.type, c.rate_bps, c.fixed_fee, c.min_fee, c.max_fee, c.deduction,
    c.min_amount, c.max_amount, c.currency, c.status, c.revision, c.created_at, c.updated_at
  from channels c where c.merchant_id = '00000000-0000-7000-8000-000000000001';

create or replace view v_merchant_rates as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, c.id, c.merchant_id as tenant_id,
    c.platform_channel_id as channel_id, c.name, c.code, c.type, c.rate_bps, c.fixed_fee, c.min_fee, c.max_fee, c.deduction,
    c.min_amount, c.max_amount, c.currency, c.status, c.revision, c.created_at, c.updated_at
  from channels c where c.platform_channel_id is not null;

create or replace view v_merchants as
  select '00000000-0000-7000-8000-000000000001'::uuid as merchant_id, m.merchant_id as id, m.merchant_no, m.type, m.name,
    m.short_name, m.contact_name, m.phone, m.email, m.parent_id, m.currency, m.time_zone, m.approval_threshold, m.status,
    m.remark, m.last_login_at, m.created_at, m.updated_at, m.revision
  from merchants m where m.type = 'merchant';

-- Addresses that a merchant's events are posted to, besides the `notify_url` of each order.

create table if not exists webhook_endpoints (
  merchant_id uuid not null references merchants (merchant_id),
  id uuid not null,
  url text, -- null: a developer's computer, which fetches its events itself
  description text,
  events text[] not null, -- empty: all
  status text not null check (status in ('enabled', 'disabled', 'deleted')),
  secret text, -- encrypted; null: deleted, or made from the key of the one who fetches
  secret_tail text not null,
  old_secret text, -- encrypted; signs too until it ends
  old_secret_ends_at timestamptz,
  failures integer not null default 0, -- since the last success
  last_at timestamptz,
  last_result text,
  last_http_status integer,
  fetches_until timestamptz, -- of a developer's computer: gets no more events afterwards
  creator_id uuid, -- null: a signed call
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);

-- One event for one endpoint. Its ID is made of both and of the record, so that none is written twice.
create table if not exists webhook_deliveries (
  merchant_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event text not null,
  resource text not null check (resource in ('orders', 'payouts', 'refunds')),
  record_id uuid not null,
  order_no text collate "C" not null, -- that of the record: of a refund its own
  merchant_order_no text collate "C",
  notify_status text not null check (notify_status in ('to_fetch', 'pending', 'delivered', 'failed')),
  created_at timestamptz not null, -- when the event happened
  primary key (merchant_id, id),
  foreign key (merchant_id, endpoint_id) references webhook_endpoints (merchant_id, id)
);
create index if not exists webhook_deliveries_by_record on webhook_deliveries (merchant_id, record_id);
create index if not exists webhook_deliveries_by_endpoint
  on webhook_deliveries (merchant_id, endpoint_id, created_at, id);
create index if not exists webhook_deliveries_by_time on webhook_deliveries (merchant_id, created_at, id)
  include (notify_status);
create index if not exists webhook_deliveries_by_status on webhook_deliveries (merchant_id, notify_status, created_at, id);
create or replace trigger note_changed after update on webhook_deliveries
  referencing new table as changed for each statement execute function note_changes();

alter table notify_jobs drop constraint if exists notify_jobs_resource_check;
alter table notify_jobs add constraint notify_jobs_resource_check
  check (resource in ('orders', 'payouts', 'refunds', 'webhook_deliveries')) not valid; -- holds for old rows
alter table notify_attempts drop constraint if exists notify_attempts_resource_check;
alter table notify_attempts add constraint notify_attempts_resource_check
  check (resource in ('orders', 'payouts', 'refunds', 'webhook_deliveries')) not valid; -- holds for old rows

create or replace view v_webhook_endpoints as
  select e.merchant_id, e.id, e.url, e.description, to_jsonb(e.events) as events, e.status, e.secret_tail,
    e.old_secret_ends_at, e.last_at, e.last_result, e.last_http_status, e.failures, e.creator_id, e.revision, e.created_at,
    e.updated_at
  from webhook_endpoints e where e.url is not null and e.status <> 'deleted';

-- As before, and the deliveries to endpoints.
create or replace view v_webhook_notifications as
  select t.merchant_id, t.id, t.record_id, t.order_type, t.order_no, t.merchant_order_no, t.status,
    case when t.endpoint_id is null then t.notify_url else (
      select e.url from webhook_endpoints e where e.merchant_id = t.merchant_id and e.id = t.endpoint_id
    ) end as notify_url,
    (select max(a.number) from notify_attempts a where a.merchant_id = t.merchant_id and a.record_id = t.id) as attempts,
    (select a.at from notify_attempts a
      where a.merchant_id = t.merchant_id and a.record_id = t.id order by a.number desc limit 1) as last_at,
    (select a.result from notify_attempts a
      where a.merchant_id = t.merchant_id and a.record_id = t.id order by a.number desc limit 1) as last_result,
    (select a.response_status from notify_attempts a
      where a.merchant_id = t.merchant_id and a.record_id = t.id order by a.number desc limit 1) as last_http_status,
    (select j.due_at from notify_jobs j where j.merchant_id = t.merchant_id and j.record_id = t.id
      and not exists (select from notify_attempts a
        where a.merchant_id = t.merchant_id and a.record_id = t.id and a.result is null)) as next_at,
    t.created_at, t.endpoint_id, t.event
  from (
    select o.merchant_id, o.id, o.id as record_id, 'collection'::text as order_type, o.order_no, o.merchant_order_no,
      o.notify_status as status, o.notify_url, o.created_at, null::uuid as endpoint_id, null::text as event
    from orders o
    union all
    select p.merchant_id, p.id, p.id, 'payout', p.order_no, p.merchant_order_no, p.notify_status, p.notify_url,
      p.created_at, null, null
    from payouts p
    union all
    select r.merchant_id, r.id, r.id, 'refund', r.refund_no, r.merchant_refund_no, r.notify_status, r.notify_url,
      r.created_at, null, null
    from refunds r
    union all
    select d.merchant_id, d.id, d.record_id,
      case d.resource when 'orders' then 'collection' when 'payouts' then 'payout' else 'refund' end, d.order_no,
      d.merchant_order_no, d.notify_status, null, d.created_at, d.endpoint_id, d.event
    from webhook_deliveries d
  ) t;

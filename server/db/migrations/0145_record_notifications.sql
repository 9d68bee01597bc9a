-- As before, with `record` as the kind of all records of stored resources, and with the resource.
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
    t.created_at, t.endpoint_id, t.event, t.resource
  from (
    select o.merchant_id, o.id, o.id as record_id, 'collection'::text as order_type, o.order_no, o.merchant_order_no,
      o.notify_status as status, o.notify_url, o.created_at, null::uuid as endpoint_id, null::text as event,
      'orders'::text as resource
    from orders o
    union all
    select p.merchant_id, p.id, p.id, 'payout', p.order_no, p.merchant_order_no, p.notify_status, p.notify_url,
      p.created_at, null, null, 'payouts'
    from payouts p
    union all
    select r.merchant_id, r.id, r.id, 'refund', r.refund_no, r.merchant_refund_no, r.notify_status, r.notify_url,
      r.created_at, null, null, 'refunds'
    from refunds r
    union all
    select d.merchant_id, d.id, d.record_id,
      case d.resource when 'orders' then 'collection' when 'payouts' then 'payout' when 'refunds' then 'refund' else 'record' end,
      d.order_no, d.merchant_order_no, d.notify_status, null, d.created_at, d.endpoint_id, d.event, d.resource
    from webhook_deliveries d
  ) t;
drop index if exists webhook_deliveries_by_type;

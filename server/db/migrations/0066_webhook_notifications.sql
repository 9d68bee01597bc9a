-- For the list of all notifications: most payouts of users, for example, have none.
create index if not exists orders_notified on orders (merchant_id, created_at, id) include (notify_status)
  where notify_status <> 'none';
create index if not exists payouts_notified on payouts (merchant_id, created_at, id) include (notify_status)
  where notify_status <> 'none';
create index if not exists refunds_notified on refunds (merchant_id, created_at, id) include (notify_status)
  where notify_status <> 'none';

-- Results on their way to merchants' servers, of all kinds of records. The union has no conditions, so that the planner reads
-- its tables in the order of their indexes. Posts and jobs are looked up only for the rows of a page.
create or replace view v_webhook_notifications as
  select t.merchant_id, t.id, t.id as record_id, t.order_type, t.order_no, t.merchant_order_no, t.status, t.notify_url,
    (select max(a.number) from notify_attempts a where a.merchant_id = t.merchant_id and a.record_id = t.id) as attempts,
    (select a.at from notify_attempts a
      where a.merchant_id = t.merchant_id and a.record_id = t.id order by a.number desc limit 1) as last_at,
    (select a.result from notify_attempts a
      where a.merchant_id = t.merchant_id and a.record_id = t.id order by a.number desc limit 1) as last_result,
    (select a.response_status from notify_attempts a
      where a.merchant_id = t.merchant_id and a.record_id = t.id order by a.number desc limit 1) as last_http_status,
    -- While a post is under way, the job's time is only when another worker may take it over.
    (select j.due_at from notify_jobs j where j.merchant_id = t.merchant_id and j.record_id = t.id
      and not exists (select from notify_attempts a
        where a.merchant_id = t.merchant_id and a.record_id = t.id and a.result is null)) as next_at,
    t.created_at
  from (
    select o.merchant_id, o.id, 'collection'::text as order_type, o.order_no, o.merchant_order_no,
      o.notify_status as status, o.notify_url, o.created_at
    from orders o
    union all
    select p.merchant_id, p.id, 'payout', p.order_no, p.merchant_order_no, p.notify_status, p.notify_url, p.created_at
    from payouts p
    union all
    select r.merchant_id, r.id, 'refund', r.refund_no, r.merchant_refund_no, r.notify_status, r.notify_url, r.created_at
    from refunds r
  ) t;

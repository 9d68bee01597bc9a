-- A logged call leads to the order, payout or refund that it names, if that exists.
create or replace view v_api_calls as
  select c.*, coalesce(
    (select json_build_object('type', 'collection', 'id', o.id) from orders o
      where c.call in ('collect', 'query') and o.merchant_id = c.merchant_id and o.merchant_order_no = c.order_no),
    (select json_build_object('type', 'collection', 'id', o.id) from orders o
      where c.call = 'query' and o.merchant_id = c.merchant_id and o.order_no = c.order_no),
    (select json_build_object('type', 'payout', 'id', p.id) from payouts p
      where c.call in ('payout', 'query') and p.merchant_id = c.merchant_id and p.merchant_order_no = c.order_no),
    (select json_build_object('type', 'payout', 'id', p.id) from payouts p
      where c.call = 'query' and p.merchant_id = c.merchant_id and p.order_no = c.order_no),
    (select json_build_object('type', 'refund', 'id', r.id) from refunds r
      where c.call in ('refund', 'query') and r.merchant_id = c.merchant_id and r.merchant_refund_no = c.order_no),
    (select json_build_object('type', 'refund', 'id', r.id) from refunds r
      where c.call = 'query' and r.merchant_id = c.merchant_id and r.refund_no = c.order_no)) as record
  from api_calls c;

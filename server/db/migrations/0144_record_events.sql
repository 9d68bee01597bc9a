-- Events of declared resources' records for webhook endpoints.

-- What an event of a stored record says: JSON, as it was when the event happened. Null for orders, payouts and refunds, whose
-- events say what is known at the first attempt.
alter table webhook_deliveries add column if not exists data text;
-- Also the names of stored resources, whose records have their own names in `order_no`.
alter table webhook_deliveries drop constraint if exists webhook_deliveries_resource_check;

-- As before, with `record` as the kind of all records of stored resources.
create index if not exists webhook_deliveries_by_kind on webhook_deliveries (
  merchant_id,
  (case resource when 'orders' then 'collection' when 'payouts' then 'payout' when 'refunds' then 'refund' else 'record' end),
  created_at,
  id
);

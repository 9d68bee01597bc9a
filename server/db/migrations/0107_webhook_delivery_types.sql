-- For the list of webhook notifications, which shows the resource of a delivery as its kind.
create index if not exists webhook_deliveries_by_type on webhook_deliveries (
  merchant_id,
  (case resource when 'orders' then 'collection' when 'payouts' then 'payout' else 'refund' end),
  created_at,
  id
);

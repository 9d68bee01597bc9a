-- Sums of orders are read for all merchants at once, too: the platform's dashboard. And the statistics of sub-merchants
-- are read from them instead of from a view that walked all orders (server/modules/submerchants/statistics).

create index if not exists order_buckets_by_time on order_buckets (bucket);

drop view if exists v_submerchant_stats;

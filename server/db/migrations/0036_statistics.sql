-- The statistics of sub-merchants are read from the kept sums of orders instead of from a view that walked all orders
-- (server/modules/submerchants/statistics).

drop view if exists v_submerchant_stats;

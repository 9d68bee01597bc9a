-- Counts and sums of a merchant's orders are read from the index alone: the rows of a merchant lie far apart between those
-- of all others, and visiting each costs the more the more others there are.

create index if not exists orders_by_time_with_sums on orders (merchant_id, created_at, id)
  include (status, channel_id, currency, amount, fee, arrival_amount);
drop index if exists orders_by_time;

-- The index alone tells only of rows that a vacuum has passed; by default it waits for a fifth of the table to be new.
alter table orders set (autovacuum_vacuum_insert_scale_factor = 0.01);

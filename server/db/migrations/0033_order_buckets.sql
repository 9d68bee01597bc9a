-- Sums of orders by quarter of an hour, for figures that would else walk all orders: the dashboard's. Every time zone's
-- days and hours begin at a quarter. The sums are those of order_buckets and order_deltas together, at any moment exactly
-- those of orders: triggers append to order_deltas, which no two transactions wait for each other over, and a worker moves
-- what is there into order_buckets.

create table if not exists order_deltas (
  merchant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  bucket timestamptz not null, -- when the quarter begins in which the orders were made
  currency text not null,
  channel_id uuid not null,
  status text not null,
  order_count bigint not null, -- this and what follows is less than zero for orders that are no longer so
  amount bigint not null,
  fee bigint not null,
  arrival_amount bigint not null,
  primary key (merchant_id, id)
);

create or replace function order_bucket(moment timestamptz) returns timestamptz language sql immutable parallel safe
  return date_bin(interval '15 minutes', moment, timestamptz '2000-01-01 00:00:00+00');

create or replace function note_orders_added() returns trigger language plpgsql as $$
begin
  insert into order_deltas (merchant_id, bucket, currency, channel_id, status, order_count, amount, fee, arrival_amount)
  select merchant_id, order_bucket(created_at), currency, channel_id, status,
    count(*), sum(amount), sum(fee), sum(arrival_amount)
  from added group by 1, 2, 3, 4, 5;
  return null;
end $$;

create or replace function note_orders_removed() returns trigger language plpgsql as $$
begin
  insert into order_deltas (merchant_id, bucket, currency, channel_id, status, order_count, amount, fee, arrival_amount)
  select merchant_id, order_bucket(created_at), currency, channel_id, status,
    -count(*), -sum(amount), -sum(fee), -sum(arrival_amount)
  from removed group by 1, 2, 3, 4, 5;
  return null;
end $$;

-- Of changes to other columns nothing is left after the grouping.
create or replace function note_orders_changed() returns trigger language plpgsql as $$
begin
  insert into order_deltas (merchant_id, bucket, currency, channel_id, status, order_count, amount, fee, arrival_amount)
  select merchant_id, order_bucket(created_at), currency, channel_id, status,
    sum(sign), sum(sign * amount), sum(sign * fee), sum(sign * arrival_amount)
  from (
    select merchant_id, created_at, currency, channel_id, status, amount, fee, arrival_amount, 1 as sign from added
    union all
    select merchant_id, created_at, currency, channel_id, status, amount, fee, arrival_amount, -1 from removed
  ) changed
  group by 1, 2, 3, 4, 5
  having sum(sign) <> 0 or sum(sign * amount) <> 0 or sum(sign * fee) <> 0 or sum(sign * arrival_amount) <> 0;
  return null;
end $$;

-- From the first of these to the end of this file nobody else writes orders, so that the sums below miss none.
create or replace trigger orders_added after insert on orders
  referencing new table as added for each statement execute function note_orders_added();
create or replace trigger orders_removed after delete on orders
  referencing old table as removed for each statement execute function note_orders_removed();
create or replace trigger orders_changed after update on orders
  referencing new table as added old table as removed for each statement execute function note_orders_changed();

create table if not exists order_buckets as
  select merchant_id, order_bucket(created_at) as bucket, currency, channel_id, status,
    count(*) as order_count, sum(amount)::bigint as amount, sum(fee)::bigint as fee,
    sum(arrival_amount)::bigint as arrival_amount
  from orders group by 1, 2, 3, 4, 5;
alter table order_buckets drop constraint if exists order_buckets_pkey;
alter table order_buckets
  add constraint order_buckets_pkey primary key (merchant_id, bucket, currency, channel_id, status)
    include (order_count, amount, fee, arrival_amount),
  alter column order_count set not null,
  alter column amount set not null,
  alter column fee set not null,
  alter column arrival_amount set not null;

-- Sums of orders by day of UTC, of which there are few enough to add up for each page of a list. They contain what the
-- sums by quarter of an hour contain, and the worker that moves changes there moves them here in the same statement.

create or replace function order_day(moment timestamptz) returns timestamptz language sql immutable parallel safe
  return date_bin(interval '1 day', moment, timestamptz '2000-01-01 00:00:00+00');

-- Amounts are numeric, because a day may add up to more than the quarters, which fit into a bigint.
create table if not exists order_days as
  select merchant_id, order_day(bucket) as day, currency, channel_id, status,
    sum(order_count)::bigint as order_count, sum(amount)::numeric as amount, sum(fee)::numeric as fee,
    sum(arrival_amount)::numeric as arrival_amount
  from order_buckets group by 1, 2, 3, 4, 5;
alter table order_days drop constraint if exists order_days_pkey;
alter table order_days
  add constraint order_days_pkey primary key (merchant_id, day, currency, channel_id, status),
  alter column order_count set not null,
  alter column amount set not null,
  alter column fee set not null,
  alter column arrival_amount set not null;

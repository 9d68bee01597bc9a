-- Older versions may write
-- Triggers that also work where tables are distributed over nodes, as those of 0136: they insert row by row, and are given the
-- name of their table.

create or replace function note_changes() returns trigger language plpgsql as $$
declare
  tenants uuid[] := array(select distinct merchant_id from changed);
  tenant uuid;
begin
  foreach tenant in array tenants loop
    insert into changes (merchant_id, resource, user_id, at)
    values (tenant, tg_argv[0], '00000000-0000-0000-0000-000000000000', clock_timestamp());
  end loop;
  return null;
end $$;

create or replace function count_menu_change() returns trigger language plpgsql as $$
declare
  tenant uuid;
begin
  for tenant in select distinct merchant_id from changed order by merchant_id loop
    insert into menu_versions (merchant_id, version) values (tenant, 1)
    on conflict (merchant_id) do update set version = menu_versions.version + 1;
  end loop;
  return null;
end $$;

create or replace function note_orders_added() returns trigger language plpgsql as $$
declare
  deltas order_deltas[] := array(
    select row(merchant_id, gen_random_uuid(), order_bucket(created_at), currency, channel_id, status,
      count(*), sum(amount), sum(fee), sum(arrival_amount))::order_deltas
    from added group by merchant_id, order_bucket(created_at), currency, channel_id, status
  );
  delta order_deltas;
begin
  foreach delta in array deltas loop
    insert into order_deltas values (delta.*);
  end loop;
  return null;
end $$;

create or replace function note_orders_removed() returns trigger language plpgsql as $$
declare
  deltas order_deltas[] := array(
    select row(merchant_id, gen_random_uuid(), order_bucket(created_at), currency, channel_id, status,
      -count(*), -sum(amount), -sum(fee), -sum(arrival_amount))::order_deltas
    from removed group by merchant_id, order_bucket(created_at), currency, channel_id, status
  );
  delta order_deltas;
begin
  foreach delta in array deltas loop
    insert into order_deltas values (delta.*);
  end loop;
  return null;
end $$;

create or replace function note_orders_changed() returns trigger language plpgsql as $$
declare
  deltas order_deltas[] := array(
    select row(merchant_id, gen_random_uuid(), order_bucket(created_at), currency, channel_id, status,
      sum(sign), sum(sign * amount), sum(sign * fee), sum(sign * arrival_amount))::order_deltas
    from (
      select merchant_id, created_at, currency, channel_id, status, amount, fee, arrival_amount, 1 as sign from added
      union all
      select merchant_id, created_at, currency, channel_id, status, amount, fee, arrival_amount, -1 from removed
    ) changed
    group by merchant_id, order_bucket(created_at), currency, channel_id, status
    having sum(sign) <> 0 or sum(sign * amount) <> 0 or sum(sign * fee) <> 0 or sum(sign * arrival_amount) <> 0
  );
  delta order_deltas;
begin
  foreach delta in array deltas loop
    insert into order_deltas values (delta.*);
  end loop;
  return null;
end $$;

-- In the order of tenants, so that two transactions that change several don't wait for each other.
create or replace function note_terms() returns trigger language plpgsql as $$
declare
  tenant uuid;
begin
  for tenant in select distinct merchant_id from changed order by merchant_id loop
    insert into terms_versions (merchant_id, version) values (tenant, gen_random_uuid())
    on conflict (merchant_id) do update set version = excluded.version;
  end loop;
  return null;
end $$;

create or replace function note_changed_terms() returns trigger language plpgsql as $$
declare
  no_terms text[] := '{last_used_at,last_used_ip,last_login_at}';
  tenant uuid;
begin
  for tenant in
    select distinct merchant_id from (
      (select merchant_id, to_jsonb(b) - no_terms from before b except select merchant_id, to_jsonb(c) - no_terms from changed c)
      union all
      (select merchant_id, to_jsonb(c) - no_terms from changed c except select merchant_id, to_jsonb(b) - no_terms from before b)
    ) different order by merchant_id
  loop
    insert into terms_versions (merchant_id, version) values (tenant, gen_random_uuid())
    on conflict (merchant_id) do update set version = excluded.version;
  end loop;
  return null;
end $$;

create or replace function note_end() returns trigger language plpgsql as $$
begin
  insert into gateway_events (merchant_id, created_at, id, resource, status)
    values (new.merchant_id, new.updated_at, new.id, tg_argv[0], new.status);
  return null;
end $$;
create or replace trigger note_end after update of status on orders for each row
  when (old.status is distinct from new.status and new.status in ('success', 'failed', 'closed'))
  execute function note_end('orders');
create or replace trigger note_end after update of status on payouts for each row
  when (old.status is distinct from new.status and new.status in ('success', 'failed') and new.source = 'api')
  execute function note_end('payouts');
create or replace trigger note_end after update of status on refunds for each row
  when (old.status is distinct from new.status and new.status in ('success', 'failed', 'rejected', 'cancelled'))
  execute function note_end('refunds');
